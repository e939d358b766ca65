package dev.mandate.solana.squadsv4.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.squadsv4.RandomRecords;
import io.vavr.control.Either;
import io.vavr.control.Option;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;
import org.jspecify.annotations.NullMarked;

/** Encoding and decoding returns the same account; any bytes have one reading or none. */
@NullMarked
class AccountProperties {

    @Property
    void anAccountIsReadBackAsWritten(@ForAll("accounts") SquadsAccount account) {
        assertEquals(Either.right(account), SquadsAccount.decode(account.content()));
    }

    @Property
    void roomBehindTheContentChangesNothing(
            @ForAll("accounts") SquadsAccount account, @ForAll @IntRange(max = 400) int room) {
        Bytes data = account.toData(account.content().length() + room).get();
        assertEquals(account.content().length() + room, data.length());
        assertEquals(Either.right(account), SquadsAccount.decode(data));
    }

    @Property
    void overwritingAnAccountKeepsTheBytesBehindItsContent(
            @ForAll("accounts") SquadsAccount before, @ForAll("accounts") SquadsAccount after) {
        Bytes old = before.content();
        Bytes content = after.content();
        Option<Bytes> written = after.writeOver(old);
        if (content.length() > old.length()) {
            assertEquals(Option.none(), written);
        } else {
            int rest = old.length() - content.length();
            assertEquals(content, Bytes.of(written.get().toArray(), 0, content.length()));
            assertEquals(
                    Bytes.of(old.toArray(), content.length(), rest),
                    Bytes.of(written.get().toArray(), content.length(), rest));
        }
    }

    @Property(tries = 5_000)
    void changedBytesAreReadExactlyOrRefused(@ForAll("changed") Bytes changed) {
        Either<SquadsAccountProblem, SquadsAccount> read = SquadsAccount.decode(changed);
        Statistics.collect(read.isRight());
        Statistics.coverage(coverage -> coverage.check(true).percentage(share -> share > 5));
        Statistics.coverage(coverage -> coverage.check(false).percentage(share -> share > 5));
        if (read.isRight()) {
            assertEquals(Option.some(changed), read.get().writeOver(changed));
        }
    }

    @Provide
    Arbitrary<SquadsAccount> accounts() {
        return RandomRecords.of(SquadsAccount.class);
    }

    @Provide
    Arbitrary<Bytes> changed() {
        return Arbitraries.randomValue(random -> RandomRecords.mutate(
                RandomRecords.next(SquadsAccount.class, random).content(), random));
    }
}
