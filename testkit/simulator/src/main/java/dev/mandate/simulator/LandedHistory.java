package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.simulator.chain.Receipt;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The transactions that landed; keeps the newest {@link #REMEMBERED}. */
final class LandedHistory {

    static final int REMEMBERED = 10_000;

    /** The oldest first. */
    private final LinkedHashMap<Signature, Entry> entries = new LinkedHashMap<>();

    private record Entry(LandedTransaction transaction, Set<Address> keys, Receipt receipt) {

        LandedSignature listed() {
            return new LandedSignature(transaction.signature(), transaction.slot(), transaction.time(), transaction.failure());
        }
    }

    /**
     * Adds a transaction.
     *
     * @param failure why it failed; none if it succeeded
     * @param ledger the accounts before the transaction's changes
     */
    void add(
            Array<Signature> signatures,
            Bytes message,
            long slot,
            UnixTime time,
            Option<TransactionFailure> failure,
            Effect effect,
            Receipt receipt,
            Function<Address, Option<AccountData>> ledger) {
        LandedTransaction landed = new LandedTransaction(
                signatures,
                message,
                slot,
                Option.some(time),
                failure,
                effect.ran(),
                NamedBalances.of(effect.keys(), ledger),
                NamedBalances.of(effect.keys(), address -> effect.changes().get(address).getOrElse(() -> ledger.apply(address))));
        entries.put(landed.signature(), new Entry(landed, effect.keys().toJavaSet(), receipt));
        if (entries.size() > REMEMBERED) {
            var forgotten = entries.pollFirstEntry();
            if (forgotten == null) {
                throw new IllegalStateException("more than nothing, and nothing to forget");
            }
        }
    }

    Option<LandedTransaction> find(Signature signature) {
        Entry entry = entries.get(signature);
        return entry == null ? Option.none() : Option.some(entry.transaction());
    }

    Option<Receipt> receipt(Signature signature) {
        Entry entry = entries.get(signature);
        return entry == null ? Option.none() : Option.some(entry.receipt());
    }

    /** Returns the transactions that name {@code address}, newest first; none if {@code before} is not kept here. */
    Option<Seq<LandedSignature>> of(Address address, Option<Signature> before, int limit) {
        if (limit < 1 || limit > Chain.MAX_HISTORY) {
            throw new IllegalArgumentException("a history of 1 to " + Chain.MAX_HISTORY + " transactions, not " + limit);
        }
        if (before.exists(signature -> !entries.containsKey(signature))) {
            return Option.none();
        }
        Iterator<Map.Entry<Signature, Entry>> older =
                entries.sequencedEntrySet().reversed().iterator();
        before.forEach(signature -> skip(older, signature));
        List<LandedSignature> found = new ArrayList<>();
        while (older.hasNext() && found.size() < limit) {
            Entry entry = older.next().getValue();
            if (entry.keys().contains(address)) {
                found.add(entry.listed());
            }
        }
        return Option.some(Array.ofAll(found));
    }

    /** Returns what landed in this slot or later, newest first. */
    Seq<LandedSignature> since(long slot) {
        List<LandedSignature> found = new ArrayList<>();
        for (Entry entry : entries.sequencedValues().reversed()) {
            if (entry.transaction().slot() < slot) {
                break;
            }
            found.add(entry.listed());
        }
        return Array.ofAll(found);
    }

    /** Forgets what landed in this slot or later. */
    void removeSince(long slot) {
        entries.values().removeIf(entry -> entry.transaction().slot() >= slot);
    }

    private static void skip(Iterator<Map.Entry<Signature, Entry>> entries, Signature last) {
        while (!entries.next().getKey().equals(last)) {
            // Skips newer ones.
        }
    }
}
