package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers distinct addresses in the order of their first appearance. An open hash table of its own, because compiling and
 * parsing do little but look up keys, and boxed indexes would cost more than the rest.
 */
final class AddressIndex {

    private @Nullable Address[] keys;
    /** One more than the number of the key in that slot; 0 where there is none. At most half full. */
    private int[] slots;
    private int size;

    /** An empty one with room for 32. */
    AddressIndex() {
        this(32);
    }

    /** An empty one with room for {@code expected}, and for more if more come. */
    AddressIndex(int expected) {
        int room = Integer.highestOneBit(Math.max(expected, 2) - 1) * 2;
        this.keys = new @Nullable Address[room];
        this.slots = new int[2 * room];
    }

    /** The number of {@code key}, which becomes the next one if it is new. */
    int add(Address key) {
        int slot = slotOf(key);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        if (size == keys.length) {
            grow();
            slot = slotOf(key);
        }
        keys[size] = key;
        slots[slot] = ++size;
        return size - 1;
    }

    /** The number of {@code key}, or -1. */
    int find(Address key) {
        return slots[slotOf(key)] - 1;
    }

    Address key(int number) {
        Address key = keys[number];
        if (key == null) {
            throw new IndexOutOfBoundsException(number);
        }
        return key;
    }

    int size() {
        return size;
    }

    private int slotOf(Address key) {
        int hash = key.hashCode() * 0x9e3779b9;
        int mask = slots.length - 1;
        int slot = (hash ^ (hash >>> 16)) & mask;
        while (slots[slot] != 0 && !key.equals(keys[slots[slot] - 1])) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        keys = Arrays.copyOf(keys, 2 * keys.length);
        slots = new int[2 * slots.length];
        for (int number = 0; number < size; number++) {
            slots[slotOf(key(number))] = number + 1;
        }
    }
}
