package dev.mandate.testkit.chain;

import org.junit.jupiter.api.Nested;

/**
 * What every implementation of the {@code Chain} port keeps to. An adapter's author extends it in a test and says which chain
 * to test; the tests come along. They were written against the real runtime, and pass on it.
 *
 * <p>All tests may share one chain: each makes keys and accounts of its own. They move its clock forward, and let its
 * blockhashes expire.
 */
public abstract class ChainContract implements ChainUnderTest {

    @Nested
    class AccountsAndClock extends AccountsContract {
        AccountsAndClock() {
            super(ChainContract.this);
        }
    }

    @Nested
    class BlockhashAndExpiry extends BlockhashContract {
        BlockhashAndExpiry() {
            super(ChainContract.this);
        }
    }

    @Nested
    class FeesAndRent extends FeesContract {
        FeesAndRent() {
            super(ChainContract.this);
        }
    }

    @Nested
    class SendingSol extends SendingContract {
        SendingSol() {
            super(ChainContract.this);
        }
    }

    @Nested
    class PreflightRefusals extends PreflightContract {
        PreflightRefusals() {
            super(ChainContract.this);
        }
    }

    @Nested
    class Statuses extends StatusContract {
        Statuses() {
            super(ChainContract.this);
        }
    }

    @Nested
    class SimulationWithoutEffect extends SimulationContract {
        SimulationWithoutEffect() {
            super(ChainContract.this);
        }
    }

    @Nested
    class TokenTransfers extends TokenContract {
        TokenTransfers() {
            super(ChainContract.this);
        }
    }

    @Nested
    class DurableNonces extends NonceContract {
        DurableNonces() {
            super(ChainContract.this);
        }
    }

    @Nested
    class LookupTables extends LookupTableContract {
        LookupTables() {
            super(ChainContract.this);
        }
    }

    @Nested
    class LookupTablesMade extends TableProgramContract {
        LookupTablesMade() {
            super(ChainContract.this);
        }
    }

    @Nested
    class LookupTablesRemoved extends TableRemovalContract {
        LookupTablesRemoved() {
            super(ChainContract.this);
        }
    }

    @Nested
    class AccountLocks extends AccountLocksContract {
        AccountLocks() {
            super(ChainContract.this);
        }
    }

    @Nested
    class History extends HistoryContract {
        History() {
            super(ChainContract.this);
        }
    }

    @Nested
    class WhatLanded extends LandedContract {
        WhatLanded() {
            super(ChainContract.this);
        }
    }
}
