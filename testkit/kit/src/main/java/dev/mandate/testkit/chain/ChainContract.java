package dev.mandate.testkit.chain;

import org.junit.jupiter.api.Nested;

/**
 * The contract of every implementation of the {@code Chain} port. An adapter's author extends this class and supplies the chain
 * under test. The contract was written against the real runtime, and the real runtime passes it.
 *
 * <p>All tests may share one chain: each creates its own keys and accounts. They move its clock forward and expire its
 * blockhashes.
 *
 * <p>Not asserted: compute units, the text of a refusal, and how long a history is kept, because nodes that are all right differ in them. The
 * parts name what else they leave out.
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
    class Version1 extends TransactionV1Contract {
        Version1() {
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

    @Nested
    class FailedTransactions extends FailedTransactionContract {
        FailedTransactions() {
            super(ChainContract.this);
        }
    }

    @Nested
    class LineFaults extends LineFaultContract {
        LineFaults() {
            super(ChainContract.this);
        }
    }

    @Nested
    class UnconfirmedTransactions extends FinalityContract {
        UnconfirmedTransactions() {
            super(ChainContract.this);
        }
    }
}
