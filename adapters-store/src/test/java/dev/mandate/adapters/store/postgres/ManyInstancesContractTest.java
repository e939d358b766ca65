package dev.mandate.adapters.store.postgres;

import dev.mandate.ports.store.JournalStore;
import org.junit.jupiter.api.Tag;

/** Runs the contract on three instances: consecutive calls go to different instances. */
@Tag("slow")
class ManyInstancesContractTest extends PostgresContractTest {

    @Override
    JournalStore open(Database database, String address) {
        return database.instances(address);
    }
}
