package dev.mandate.adapters.store.postgres;

import dev.mandate.testkit.journal.StoreContract;
import dev.mandate.testkit.journal.StoreUnderTest;
import org.junit.jupiter.api.AfterEach;

/** Runs the contract on three instances: consecutive calls go to different instances. */
class ManyInstancesContractTest extends StoreContract {

    private final Database database = Database.required();

    @Override
    protected StoreUnderTest fresh() {
        Instances store = database.freshInstances();
        return () -> store;
    }

    @AfterEach
    void closeAll() {
        database.close();
    }
}
