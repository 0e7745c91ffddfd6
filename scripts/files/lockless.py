"""File systems without locks, such as Lustre's without -o flock, and what they answer."""

import errno

NO_LOCKS = (errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.EBADF)
