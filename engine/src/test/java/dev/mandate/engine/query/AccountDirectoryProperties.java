package dev.mandate.engine.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogFinding;
import dev.mandate.engine.audit.LogReport;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;

/** {@code fold(events) = row}, for the rows that the engine keeps. */
class AccountDirectoryProperties {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);

    private static AccountRef account(int number) {
        return new AccountRef(address("account", number), new SettingsAddress(address("settings", number)));
    }

    private static Address address(String what, int number) {
        return TestKey.of(what + " " + number).address();
    }

    private static InMemoryJournal remembering(List<Integer> numbers) {
        InMemoryJournal journal = new InMemoryJournal();
        numbers.forEach(number -> directory(journal).remember(account(number)));
        return journal;
    }

    private static AccountDirectory directory(InMemoryJournal journal) {
        return directory(journal, Network.DEVNET);
    }

    private static AccountDirectory directory(InMemoryJournal journal, Network network) {
        return new AccountDirectory(new TenantJournal(journal, () -> NOW, new Tenant("acme"), network));
    }

    private static LogReport audit(InMemoryJournal journal) {
        return LogVerifier.verify(journal.audit(), CustodyEngine.projections(), AuditTrust.NONE, () -> new UnixTime(0));
    }

    @Property(tries = 30)
    void rowsEqualTheFoldOfEvents(
            @ForAll @Size(max = 12) List<@IntRange(max = 5) Integer> numbers) {
        InMemoryJournal journal = remembering(numbers);
        assertEquals(Array.empty(), audit(journal).findings());
        assertEquals(Array.ofAll(numbers).distinct().size(), audit(journal).rows());
        numbers.forEach(number -> assertEquals(
                Option.some(account(number)), directory(journal).find(account(number).address())));
    }

    @Property(tries = 15)
    void aRowThatIsChangedOnItsOwnIsNoticed(@ForAll @NotEmpty @Size(max = 6) List<@IntRange(max = 5) Integer> numbers) {
        InMemoryJournal journal = remembering(numbers);
        RowKey row = new RowKey("smart-account", "devnet/" + account(numbers.getFirst()).address());
        assertTrue(journal.commit(Commit.at(NOW).change(new RowChange.Delete(row))).isRight());
        assertEquals(Array.of(new LogFinding.RowDiffers(row)), audit(journal).findings());
    }

    @Property(tries = 5)
    void accountsOfOneNetworkAreUnknownOnAnother(@ForAll @IntRange(max = 5) int number) {
        InMemoryJournal journal = remembering(List.of(number));
        assertEquals(
                Option.none(),
                directory(journal, Network.MAINNET).find(account(number).address()));
    }
}
