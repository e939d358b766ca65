interface MyStore extends JournalStore {
    static MyStore open(String database) {
        throw new IllegalStateException(database);
    }

    static MyStore open(javax.sql.DataSource database) {
        throw new IllegalStateException(database.toString());
    }
}
String database;
javax.sql.DataSource dataSource;
Chain chain;
static String emptyDatabase() {
    return "";
}
