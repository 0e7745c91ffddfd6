"""Values as users write them: what they may be, one text for equal ones, words for wrong ones."""
