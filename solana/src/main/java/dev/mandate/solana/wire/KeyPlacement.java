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
 * Gives every key of some instructions its place: among the static keys, or loaded from a lookup table. The order is {@link
 * MessageCompiler}'s. Not thread-safe; used once.
 *
 * <p>A table may have 256 entries at most, and all keys together 256: the caller checks it.
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
    /** In the order of their first appearance. */
    private final Map<Address, Key> keys = new LinkedHashMap<>();

    private final List<TableLookup> lookups = new ArrayList<>();
    private MessageHeader header = new MessageHeader(0, 0, 0);
    private Array<Address> staticKeys = Array.empty();

    /**
     * Collects the keys with the most rights that any instruction gives them.
     *
     * @param first the first key, a writable signer
     * @param programsAreLoadable whether the programs that are called may be loaded from tables
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

    /** How many distinct keys there are. */
    public int size() {
        return keys.size();
    }

    /** Gives every key its place. */
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

    /** Each entry's first position in the table. */
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

    /** Appends the keys that are not loaded and have just these rights; returns how many are placed now. */
    private int append(List<Key> placed, boolean signer, boolean writable) {
        for (Key key : keys.values()) {
            if (!key.loaded && key.signer == signer && key.writable == writable) {
                placed.add(key);
            }
        }
        return placed.size();
    }

    /** The roles of the static keys, once {@link #place} has run. */
    public MessageHeader header() {
        return header;
    }

    /** The keys that are not loaded, once {@link #place} has run. */
    public Array<Address> staticKeys() {
        return staticKeys;
    }

    /** What is loaded from each table that gives something, once {@link #place} has run. */
    public Array<TableLookup> lookups() {
        return Array.ofAll(lookups);
    }

    /** The instructions with places for addresses, once {@link #place} has run. */
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
