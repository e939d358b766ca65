package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPage;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TransactionListTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address shop = fixture.person("shop");
    private final Address account = fixture.account(NewAccount.of(2, ann, bob).lockedFor(60).collectingRentFor(fixture.key("collector")));

    @Test
    void anAccountWithoutTransactionsHasAnEmptyList() {
        assertEquals(new TransactionPage(Array.empty(), Option.none()), page(OptionalLong.empty(), 100));
    }

    @Test
    void theNewestComesFirstAndEachPageBeginsWhereTheOneBeforeEnded() {
        for (int i = 0; i < 5; i++) {
            proposePayment();
        }

        assertEquals(Array.of(5L, 4L), indexes(page(OptionalLong.empty(), 2)));
        assertEquals(Option.some(4L), page(OptionalLong.empty(), 2).next());
        assertEquals(Array.of(3L, 2L), indexes(page(OptionalLong.of(4L), 2)));
        assertEquals(Array.of(1L), indexes(page(OptionalLong.of(2L), 2)));
        assertEquals(Option.none(), page(OptionalLong.of(2L), 2).next());
        assertEquals(Option.none(), page(OptionalLong.empty(), 5).next());
        assertEquals(Array.of(5L, 4L, 3L, 2L, 1L), indexes(page(OptionalLong.of(1_000L), 100)));
        assertEquals(Array.empty(), indexes(page(OptionalLong.of(1L), 100)));
        assertEquals(Array.empty(), indexes(page(OptionalLong.of(Long.MIN_VALUE), 100)));
    }

    @Test
    void closedTransactionsAreSkippedAndPagingContinues() {
        for (int i = 0; i < 3; i++) {
            proposePayment();
        }
        fixture.lands(votes(account, 2, Vote.REJECT, ann));
        fixture.lands(new BuildRequest.Close(account, 2, ann, BuildOptions.DEFAULT));

        assertEquals(Array.of(3L, 1L), indexes(page(OptionalLong.empty(), 100)));
        TransactionPage closedAlone = page(OptionalLong.of(3L), 1);
        assertEquals(Array.empty(), indexes(closedAlone));
        assertEquals(Array.of(1L), indexes(page(OptionalLong.of(closedAlone.next().get()), 1)));
    }

    @Test
    void eachShowsItsStateAndItsContent() {
        proposePayment();
        fixture.lands(new BuildRequest.Propose(
                account,
                new Proposable.Settings(
                        Array.of(new SettingsEdit.SetTimeLock(new TimeLock(5))), LeaversLimits.REFUSE),
                ann,
                BuildOptions.DEFAULT));
        fixture.lands(votes(account, 1, Vote.REJECT, ann));

        var all = page(OptionalLong.empty(), 100).items();

        assertEquals(Either.right(Array.empty()), all.get(0).instructions());
        assertEquals(
                Either.right(Array.of(SystemProgram.transfer(account, shop, BaseUnits.of(EngineFixture.SOL)))),
                all.get(1).instructions());
        assertEquals(
                all.get(1).instructions(),
                fixture.custody.transaction(account, 1).get().instructions());
        assertInstanceOf(
                Proposal.Rejected.class, all.get(1).transaction().proposal().get());
    }

    @Test
    void accountsFromALookupTableAreNamedAsLongAsItIsThere() {
        Address table = fixture.key("table");
        LookupTable entries = fixture.ledger.table(table, fixture.key("other"), shop);
        Instruction payment = SystemProgram.transfer(account, shop, BaseUnits.of(EngineFixture.SOL));
        fixture.lands(new BuildRequest.Propose(
                account,
                new Proposable.Transaction(ClientTransactions.transaction(account, entries, payment)),
                ann,
                BuildOptions.DEFAULT));
        proposePayment();

        assertEquals(
                Array.of(AccountMeta.writableSigner(account), AccountMeta.writable(shop)),
                instructions(1).get().head().accounts().toArray());

        fixture.chain().put(table, new AccountData(BaseUnits.ZERO, Address.ZERO, payment.data(), false));

        assertEquals(Either.left(new BuildRefusal.TableMissing(table)), instructions(1));
        assertEquals(Either.right(Array.of(payment)), instructions(2));
    }

    @Test
    void aPageHoldsOneToAHundred() {
        for (int limit : new int[] {0, 101, -1}) {
            assertThrows(IllegalArgumentException.class, () -> page(OptionalLong.empty(), limit));
        }
    }

    @Test
    void anUnknownAccountHasNoList() {
        Address unknown = fixture.key("unknown");
        assertEquals(
                Either.left(new BuildRefusal.UnknownAccount(unknown)),
                fixture.custody.transactions(unknown, OptionalLong.empty(), 5));
    }

    private void proposePayment() {
        fixture.lands(new BuildRequest.Propose(
                account,
                new Proposable.Transaction(ClientTransactions.transfer(account, shop, EngineFixture.SOL)),
                bob,
                BuildOptions.DEFAULT));
    }

    private TransactionPage page(OptionalLong before, int limit) {
        return fixture.custody.transactions(account, before, limit).get();
    }

    private Either<BuildRefusal, Array<Instruction>> instructions(long index) {
        return page(OptionalLong.of(index + 1), 1).items().head().instructions();
    }

    private static Array<Long> indexes(TransactionPage page) {
        return page.items().map(view -> view.transaction().index()).toArray();
    }
}
