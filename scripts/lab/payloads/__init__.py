"""What a guest is given for a task: a tar of the job and of every file that the task needs."""
