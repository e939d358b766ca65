interface MyStore extends JournalStore {
    static MyStore open(String database) {
        throw new IllegalStateException(database);
    }

    static MyStore open(javax.sql.DataSource database) {
        throw new IllegalStateException(database.toString());
    }
}
interface MyChain {
    static Chain over(SimulatedChain simulated) {
        return simulated;
    }
}
interface MyClock {
    static ServerClock steady() {
        return ServerClock.of(java.time.InstantSource.system());
    }
}
interface MySigner {
    Address FIRST = Address.ZERO;
    Address SECOND = Address.ZERO;
    static TransactionSigner open() {
        throw new IllegalStateException();
    }
}
String database;
javax.sql.DataSource dataSource;
Chain chain;
static String emptyDatabase() {
    return "";
}
