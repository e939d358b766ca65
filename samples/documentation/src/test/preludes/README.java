Path folder;
