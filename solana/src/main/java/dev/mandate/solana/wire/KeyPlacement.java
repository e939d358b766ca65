package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the keys of a message with the roles they play, and then gives each its place: among the static keys, or loaded from
 * a lookup table. The order is {@link MessageCompiler}'s. Not thread-safe; used once.
 *
 * <p>A table may have 256 entries at most, and all keys together 256: whoever compiles sees to it.
 */
public final class KeyPlacement {

    public static final int SIGNER = 1;
    public static final int WRITABLE = 2;
    /** Called by the message itself, hence never loaded from a table. */
    public static final int INVOKED = 4;
    /** Not a role that is granted: the key has been found in a table. */
    private static final int LOADED = 8;

    private static final int NOT_IN_TABLE = -1;

    private final AddressIndex keys = new AddressIndex();
    /** The roles of the key of that number. */
    private byte[] roles = new byte[32];
    /** The place of the key of that number, once {@link #place} has run. */
    private int[] places = new int[0];

    private final List<TableLookup> lookups = new ArrayList<>();
    /** Numbers of the keys that are loaded, in the order in which the runtime appends them. */
    private final List<Integer> loadedWritable = new ArrayList<>();
    private final List<Integer> loadedReadonly = new ArrayList<>();

    private MessageHeader header = new MessageHeader(0, 0, 0);
    private Array<Address> staticKeys = Array.empty();

    /** Adds {@code role} to what {@code key} may do, and returns the number under which it is known. */
    public int grant(Address key, int role) {
        int number = keys.add(key);
        if (number == roles.length) {
            roles = Arrays.copyOf(roles, 2 * roles.length);
        }
        roles[number] |= (byte) role;
        return number;
    }

    /** How many distinct keys there are. */
    public int size() {
        return keys.size();
    }

    /** Gives every key its place. Nothing can be granted afterwards. */
    public void place(Seq<LookupTable> tables) {
        for (LookupTable table : tables) {
            lookUp(table);
        }
        places = new int[keys.size()];
        Address[] placed = new Address[keys.size()];
        int writableSigned = append(placed, 0, SIGNER | WRITABLE);
        int signed = append(placed, writableSigned, SIGNER);
        int writable = append(placed, signed, WRITABLE);
        int all = append(placed, writable, 0);
        header = new MessageHeader(signed, signed - writableSigned, all - writable);
        staticKeys = Array.of(Arrays.copyOf(placed, all));

        int next = all;
        for (int number : loadedWritable) {
            places[number] = next++;
        }
        for (int number : loadedReadonly) {
            places[number] = next++;
        }
    }

    /** The index of the key of that number, once {@link #place} has run: static keys first, then all loaded. */
    public int placeOf(int number) {
        return places[number];
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

    /** Appends the static keys that are signer and writable just as {@code wanted} says; returns how many are placed now. */
    private int append(Address[] placed, int from, int wanted) {
        int next = from;
        for (int number = 0; number < keys.size(); number++) {
            if ((roles[number] & (SIGNER | WRITABLE | LOADED)) == wanted) {
                placed[next] = keys.key(number);
                places[number] = next++;
            }
        }
        return next;
    }

    /** One pass over the table, which may be long, instead of one for each key. */
    private void lookUp(LookupTable table) {
        int[] entryOf = new int[keys.size()];
        Arrays.fill(entryOf, NOT_IN_TABLE);
        int entry = 0;
        for (Address held : table.entries()) {
            int number = keys.find(held);
            if (number >= 0 && (roles[number] & ~WRITABLE) == 0 && entryOf[number] == NOT_IN_TABLE) {
                entryOf[number] = entry;
            }
            entry++;
        }
        Bytes writable = load(entryOf, WRITABLE, loadedWritable);
        Bytes readonly = load(entryOf, 0, loadedReadonly);
        if (writable.length() + readonly.length() > 0) {
            lookups.add(new TableLookup(table.table(), writable, readonly));
        }
    }

    private Bytes load(int[] entryOf, int role, List<Integer> loaded) {
        byte[] entries = new byte[entryOf.length];
        int count = 0;
        for (int number = 0; number < entryOf.length; number++) {
            if (entryOf[number] != NOT_IN_TABLE && roles[number] == role) {
                entries[count++] = (byte) entryOf[number];
                loaded.add(number);
                roles[number] |= LOADED;
            }
        }
        return Bytes.of(entries, 0, count);
    }
}
