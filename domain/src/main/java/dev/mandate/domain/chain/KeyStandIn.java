package dev.mandate.domain.chain;

import io.vavr.collection.Stream;
import java.util.function.Predicate;

/** Addresses that stand for keys which are not made yet, in a check of everything else. */
public final class KeyStandIn {

    private KeyStandIn() {}

    /**
     * An address of which nobody has the key: the same for the same name.
     *
     * @param canSign whether an address can have a key. It must hold for some of all addresses
     */
    public static Address of(String name, Predicate<Address> canSign) {
        return Stream.from(0)
                .map(number -> Address.of(Sha256.of(name + " " + number).toArray()))
                .find(canSign)
                .getOrElseThrow(() -> new IllegalStateException("an endless stream has ended"));
    }
}
