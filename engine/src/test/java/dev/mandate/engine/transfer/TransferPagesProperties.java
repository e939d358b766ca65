package dev.mandate.engine.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.transfer.TransferQuery;
import io.vavr.collection.Array;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Page after page shows every transfer once, whatever else lands meanwhile. */
class TransferPagesProperties {

    @Property(tries = 300)
    void allPagesTogetherAreTheWholeListWhileNewOnesArrive(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 60) int transactions,
            @ForAll @IntRange(min = 1, max = 7) int limit,
            @ForAll @IntRange(min = 1, max = 12) int perSlot) {
        Random random = new Random(seed);
        RecordedChain chain = new RecordedChain();
        long slot = lands(chain, random, 1, transactions, perSlot);
        Array<String> before = chain.all();

        Array<String> shown = Array.empty();
        TransferQuery query = TransferQuery.newest(limit);
        boolean more = true;
        while (more) {
            TransferPage page = chain.page(query).get();
            assertTrue(page.items().length() <= limit, () -> "a page of " + page.items().length());
            shown = shown.appendAll(page.transfers().map(Transfer::id));
            query = page.next().map(query::after).getOrElse(query);
            more = page.next().isDefined();
            slot = lands(chain, random, slot + 1, random.nextInt(20), perSlot);
        }

        assertEquals(before, shown);
    }

    /** So many, several to a slot, from {@code slot} on; the last slot that has any. */
    private static long lands(RecordedChain chain, Random random, long slot, int transactions, int perSlot) {
        long at = slot;
        for (int i = 0; i < transactions; i++) {
            Array<Integer> names = Array.of(0, 1, 2).filter(index -> random.nextBoolean());
            chain.land(at, names, random.nextInt(5) - 1);
            at += random.nextInt(perSlot) == 0 ? 1 : 0;
        }
        return at;
    }
}
