package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.DataMatch;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The accounts of a chain, found by address, or by owner and content. An index covers the 32 bytes at the offsets where
 * programs keep the address that clients search for. Such a search stays fast on a chain with many accounts. Not thread-safe.
 */
final class Ledger {

    /** In Squads accounts the multisig follows the discriminator (8). In token accounts the owner follows the mint (32). */
    private static final Array<Integer> INDEXED_OFFSETS = Array.of(8, 32);

    private final java.util.Map<Address, AccountData> accounts = new java.util.HashMap<>();
    private final java.util.Map<Address, Set<Address>> byOwner = new java.util.HashMap<>();
    private final java.util.Map<Content, Set<Address>> byContent = new java.util.HashMap<>();

    private record Content(Address owner, DataMatch match) {}

    Option<AccountData> find(Address address) {
        return Option.of(accounts.get(address));
    }

    void put(Address address, AccountData account) {
        remove(address);
        accounts.put(address, account);
        byOwner.computeIfAbsent(account.owner(), owner -> new LinkedHashSet<>()).add(address);
        contents(account)
                .forEach(content -> byContent.computeIfAbsent(content, key -> new LinkedHashSet<>()).add(address));
    }

    /** A copy of all accounts. */
    java.util.Map<Address, AccountData> accounts() {
        return new java.util.HashMap<>(accounts);
    }

    /** From now on it has these accounts alone. */
    void restore(java.util.Map<Address, AccountData> all) {
        accounts().keySet().forEach(this::remove);
        all.forEach(this::put);
    }

    void remove(Address address) {
        AccountData before = accounts.remove(address);
        if (before != null) {
            drop(byOwner, before.owner(), address);
            contents(before).forEach(content -> drop(byContent, content, address));
        }
    }

    /** Returns the accounts of {@code owner} that contain all of {@code matches}. */
    Map<Address, AccountData> owned(Address owner, Seq<DataMatch> matches) {
        Set<Address> candidates = matches.find(Ledger::isIndexed)
                .map(match -> byContent.getOrDefault(new Content(owner, match), Set.of()))
                .getOrElse(() -> byOwner.getOrDefault(owner, Set.of()));
        Map<Address, AccountData> found = HashMap.empty();
        for (Address address : candidates) {
            AccountData account = accounts.get(address);
            if (account != null && matches.forAll(match -> match.isIn(account.data()))) {
                found = found.put(address, account);
            }
        }
        return found;
    }

    private static boolean isIndexed(DataMatch match) {
        return match.bytes().length() == Bytes32.LENGTH && INDEXED_OFFSETS.contains(match.offset());
    }

    private static Array<Content> contents(AccountData account) {
        Bytes data = account.data();
        return INDEXED_OFFSETS
                .filter(offset -> data.length() >= offset + Bytes32.LENGTH)
                .map(offset ->
                        new Content(account.owner(), new DataMatch(offset, data.slice(offset, Bytes32.LENGTH))));
    }

    private static <K> void drop(java.util.Map<K, Set<Address>> index, K key, Address address) {
        Set<Address> addresses = index.getOrDefault(key, new LinkedHashSet<>());
        if (addresses.remove(address) && addresses.isEmpty()) {
            index.remove(key);
        }
    }
}
