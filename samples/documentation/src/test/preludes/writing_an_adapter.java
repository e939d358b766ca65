interface MyStore extends JournalStore {
    static MyStore open(String database) {
        throw new IllegalStateException(database);
    }
}
String database;
Chain chain;
static String emptyDatabase() {
    return "";
}
