package dev.mandate.solana.wire;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Places every key of some instructions among the static keys, or loads it from a lookup table. {@link MessageCompiler} defines
 * the order. Single use; not thread-safe.
 *
 * <p>The caller checks two limits: 256 entries in a table, and 256 keys in all.
 */
public final class KeyPlacement {

    private static final class Key {
        private final Address address;
        private boolean signer;
        private boolean writable;
        private boolean loadable = true;
        private boolean loaded;
        private int place;

        private Key(Address address) {
            this.address = address;
        }
    }

    private final Seq<Instruction> instructions;
    /** In the order of first appearance. */
    private final Map<Address, Key> keys = new LinkedHashMap<>();

    private final List<TableLookup> lookups = new ArrayList<>();
    private MessageHeader header = new MessageHeader(0, 0, 0);
    private Array<Address> staticKeys = Array.empty();

    /**
     * Collects the keys. Each has the most rights that any instruction gives it.
     *
     * @param first the first key, a writable signer
     * @param programsAreLoadable whether called programs may be loaded from tables
     */
    public KeyPlacement(Address first, Seq<Instruction> instructions, boolean programsAreLoadable) {
        this.instructions = instructions;
        add(AccountMeta.writableSigner(first));
        for (Instruction instruction : instructions) {
            key(instruction.program()).loadable &= programsAreLoadable;
            instruction.accounts().forEach(this::add);
        }
    }

    private void add(AccountMeta account) {
        Key key = key(account.address());
        key.signer |= account.signer();
        key.writable |= account.writable();
    }

    private Key key(Address address) {
        return keys.computeIfAbsent(address, Key::new);
    }

    /** Returns the number of distinct keys. */
    public int size() {
        return keys.size();
    }

    /** Assigns an index to every key. */
    public void place(Seq<LookupTable> tables) {
        List<Key> loadedWritable = new ArrayList<>();
        List<Key> loadedReadonly = new ArrayList<>();
        for (LookupTable table : tables) {
            Map<Address, Integer> entries = entries(table);
            Bytes writable = load(entries, true, loadedWritable);
            Bytes readonly = load(entries, false, loadedReadonly);
            if (writable.length() + readonly.length() > 0) {
                lookups.add(new TableLookup(table.table(), writable, readonly));
            }
        }
        List<Key> placed = new ArrayList<>();
        int writableSigned = append(placed, true, true);
        int signed = append(placed, true, false);
        int writable = append(placed, false, true);
        int all = append(placed, false, false);
        header = new MessageHeader(signed, signed - writableSigned, all - writable);
        staticKeys = Array.ofAll(placed).map(key -> key.address);
        placed.addAll(loadedWritable);
        placed.addAll(loadedReadonly);
        for (int place = 0; place < placed.size(); place++) {
            placed.get(place).place = place;
        }
    }

    /** Returns each entry's first position in the table. */
    private static Map<Address, Integer> entries(LookupTable table) {
        Map<Address, Integer> entries = new HashMap<>();
        int position = 0;
        for (Address entry : table.entries()) {
            entries.putIfAbsent(entry, position++);
        }
        return entries;
    }

    private Bytes load(Map<Address, Integer> entries, boolean writable, List<Key> loaded) {
        byte[] indexes = new byte[keys.size()];
        int count = 0;
        for (Key key : keys.values()) {
            Integer entry = entries.get(key.address);
            if (entry != null && key.loadable && !key.loaded && !key.signer && key.writable == writable) {
                indexes[count++] = entry.byteValue();
                key.loaded = true;
                loaded.add(key);
            }
        }
        return Bytes.of(indexes, 0, count);
    }

    /** Appends the keys that are not loaded and have exactly these rights; returns the number of keys placed so far. */
    private int append(List<Key> placed, boolean signer, boolean writable) {
        for (Key key : keys.values()) {
            if (!key.loaded && key.signer == signer && key.writable == writable) {
                placed.add(key);
            }
        }
        return placed.size();
    }

    /** Returns the roles of the static keys. Call {@link #place} before. */
    public MessageHeader header() {
        return header;
    }

    /** Returns the keys that are not loaded. Call {@link #place} before. */
    public Array<Address> staticKeys() {
        return staticKeys;
    }

    /** Returns the keys to load from each table, without tables that supply none. Call {@link #place} before. */
    public Array<TableLookup> lookups() {
        return Array.ofAll(lookups);
    }

    /** Returns the instructions with indexes in place of addresses. Call {@link #place} before. */
    public Array<CompiledInstruction> instructions() {
        return instructions.toArray().map(instruction -> new CompiledInstruction(
                place(instruction.program()), places(instruction.accounts()), instruction.data()));
    }

    private Bytes places(Seq<AccountMeta> accounts) {
        byte[] places = new byte[accounts.size()];
        int next = 0;
        for (AccountMeta account : accounts) {
            places[next++] = (byte) place(account.address());
        }
        return Bytes.of(places);
    }

    private int place(Address address) {
        return Objects.requireNonNull(keys.get(address)).place;
    }
}
