-- MySQL dump 10.13  Distrib 9.7.4, for Linux (x86_64)
--
-- Host: localhost    Database: shop
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!50503 SET NAMES utf8mb4 */;

DROP TABLE IF EXISTS `customers`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customers` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `email` varchar(191) COLLATE utf8mb4_unicode_ci NOT NULL COMMENT 'where; to',
  `state` enum('new','old') NOT NULL DEFAULT 'new',
  `visits` int unsigned NOT NULL DEFAULT '0',
  `active` tinyint(1) NOT NULL DEFAULT '1',
  `picture` longblob,
  `about` json DEFAULT NULL,
  `note` mediumtext,
  `born` datetime NOT NULL DEFAULT '0000-00-00 00:00:00',
  `changed` timestamp NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (`id`),
  UNIQUE KEY `email` (`email`),
  KEY `note` (`note`(20)),
  FULLTEXT KEY `words` (`note`),
  CONSTRAINT `customers_chk_1` CHECK ((`visits` >= 0))
) ENGINE=InnoDB AUTO_INCREMENT=12 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

DROP TABLE IF EXISTS `orders`;
CREATE TABLE `orders` (
  `id` int NOT NULL AUTO_INCREMENT,
  `customer_id` bigint unsigned NOT NULL,
  `price` decimal(8,2) NOT NULL,
  `vat` decimal(8,2) GENERATED ALWAYS AS ((`price` * 0.2)) VIRTUAL,
  `ordered` datetime(6) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `email` (`customer_id`,`ordered` DESC),
  CONSTRAINT `orders_ibfk_1` FOREIGN KEY (`customer_id`) REFERENCES `customers` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4
/*!50100 PARTITION BY HASH (`id`)
PARTITIONS 4 */;

CREATE TABLE `release` (
  `id` int NOT NULL,
  `Key` int DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=MyISAM DEFAULT CHARSET=utf8mb4;

/*!50001 CREATE ALGORITHM=UNDEFINED */
/*!50013 DEFINER=`shop`@`%` SQL SECURITY DEFINER */
/*!50001 VIEW `open` AS select `orders`.`id` AS `id` from `orders` */;

DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=`shop`@`%`*/ /*!50003 TRIGGER `touched` BEFORE UPDATE ON `orders` FOR EACH ROW BEGIN
  SET NEW.ordered = NOW();
END */;;
DELIMITER ;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
