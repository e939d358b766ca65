package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.Step.Kind;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

/** What the engine divides among several transactions, brought to the deployed program on the real runtime. */
class TransactionSplitterOnSvmTest extends EngineOnSvmFixture {

    @Test
    void largeContentGoesThroughABuffer() {
        Custody custody = EngineFixture.engine(chain, new InMemoryJournal());
        Address account = account(custody, 2, 3);
        Bytes memo = largest(account);

        Array<Kind> kinds = landed(custody, prepare(account, memo, 3));

        assertEquals(
                Array.of(
                        Kind.BUFFER_CREATE, Kind.BUFFER_EXTEND, Kind.PROPOSE, Kind.APPROVE, Kind.EXECUTE, Kind.CLOSE),
                kinds);
    }

    @Test
    void manyApproveInBatches() {
        Custody custody = EngineFixture.engine(chain, new InMemoryJournal());
        Address account = account(custody, 20, 20);

        Array<Kind> kinds =
                landed(custody, prepare(account, ClientTransactions.transfer(account, shop, SOL), 20));

        assertTrue(kinds.count(kind -> kind == Kind.APPROVE) > 1, kinds::toString);
        assertEquals(SOL, lamports(shop));
    }

    @Test
    void manyAccountsAreNamedThroughATable() {
        Custody custody = EngineFixture.engine(chain, new InMemoryJournal());
        Address account = account(custody, 2, 3);
        Instruction transfer = SystemProgram.transfer(account, shop, BaseUnits.of(SOL));
        Array<AccountMeta> bystanders = Array.rangeClosed(1, 28)
                .map(number -> AccountMeta.readonly(TestKey.of("bystander " + number).address()));
        Bytes wide = ClientTransactions.transaction(
                account,
                new Instruction(
                        transfer.program(), Array.ofAll(transfer.accounts()).appendAll(bystanders), transfer.data()));

        Array<Kind> kinds = landed(custody, prepare(account, wide, 3));

        assertTrue(kinds.contains(Kind.LOOKUP_TABLE_CREATE), kinds::toString);
        assertEquals(SOL, lamports(shop));
        assertTrue(lamports(collector.address()) > 0, "the transaction's rent");
    }
}
