package dev.mandate.adapters.store.postgres;

import dev.mandate.ports.spi.store.JournalStore;

/** Runs the contract on three instances: consecutive calls go to different instances. */
class ManyInstancesContractTest extends PostgresContractTest {

    @Override
    JournalStore open(Database database, String address) {
        return database.instances(address);
    }
}
