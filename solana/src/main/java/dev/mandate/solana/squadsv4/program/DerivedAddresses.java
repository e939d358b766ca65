package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * The program's addresses, each derived once and then remembered for a while: one derivation costs about as much as all else that
 * makes an instruction, and a builder asks for the same few addresses again and again.
 *
 * <p>Safe from any thread. The memory is bounded: each address has one place, and a newer one takes it over. Nothing but time is
 * lost then, since a derivation always gives the same.
 */
final class DerivedAddresses {

    /** A power of two; about 100 KB when all are taken. */
    private static final int PLACES = 512;

    private final SquadsAddresses addresses;
    private final AtomicReferenceArray<Remembered> places;

    DerivedAddresses(SquadsAddresses addresses) {
        this.addresses = addresses;
        Remembered nothing = new Remembered(new Question(Kind.NOTHING, Address.ZERO, Address.ZERO, 0), Address.ZERO);
        this.places = new AtomicReferenceArray<>(PLACES);
        for (int place = 0; place < PLACES; place++) {
            places.set(place, nothing);
        }
    }

    Address programConfig() {
        return remember(
                new Question(Kind.PROGRAM_CONFIG, Address.ZERO, Address.ZERO, 0),
                () -> addresses.programConfig().address());
    }

    Address multisig(Address createKey) {
        return remember(
                new Question(Kind.MULTISIG, createKey, Address.ZERO, 0),
                () -> addresses.multisig(createKey).address());
    }

    Address vault(Address multisig, int index) {
        return remember(
                new Question(Kind.VAULT, multisig, Address.ZERO, index),
                () -> addresses.vault(multisig, index).address());
    }

    Address transaction(Address multisig, long index) {
        return remember(
                new Question(Kind.TRANSACTION, multisig, Address.ZERO, index),
                () -> addresses.transaction(multisig, index).address());
    }

    Address proposal(Address multisig, long index) {
        return remember(
                new Question(Kind.PROPOSAL, multisig, Address.ZERO, index),
                () -> addresses.proposal(multisig, index).address());
    }

    Address spendingLimit(Address multisig, Address createKey) {
        return remember(
                new Question(Kind.SPENDING_LIMIT, multisig, createKey, 0),
                () -> addresses.spendingLimit(multisig, createKey).address());
    }

    private Address remember(Question question, Supplier<Address> derivation) {
        int place = question.place();
        Remembered remembered = places.get(place);
        if (remembered.question().equals(question)) {
            return remembered.answer();
        }
        Address answer = derivation.get();
        places.set(place, new Remembered(question, answer));
        return answer;
    }

    private enum Kind {
        NOTHING,
        PROGRAM_CONFIG,
        MULTISIG,
        VAULT,
        TRANSACTION,
        PROPOSAL,
        SPENDING_LIMIT
    }

    private record Remembered(Question question, Address answer) {}

    /** All that an address is derived from, beside the program. */
    private record Question(Kind kind, Address base, Address key, long index) {

        int place() {
            int hash = 31 * (31 * (31 * base.hashCode() + key.hashCode()) + Long.hashCode(index)) + kind.name().hashCode();
            hash *= 0x9e3779b9;
            return hash >>> (Integer.SIZE - Integer.numberOfTrailingZeros(PLACES));
        }
    }
}
