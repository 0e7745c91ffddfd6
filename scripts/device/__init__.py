"""The settings of the device: one table, and what is made of it for the other stages.

``table.SETTINGS`` is the table; docs/adding-a-device-setting.md says how a row is added.
"""
