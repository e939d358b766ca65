package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Traversable;
import java.math.BigDecimal;

/** What people call the addresses of the demo, and how they read its amounts. */
record Names(Map<Address, String> known) {

    static Names none() {
        return new Names(HashMap.empty());
    }

    Names with(Address address, String name) {
        return new Names(known.put(address, name));
    }

    String of(Address address) {
        return known.get(address).getOrElse(() -> shorten(address.toString()));
    }

    String of(Traversable<Address> addresses) {
        return addresses.isEmpty() ? "nobody" : addresses.map(this::of).mkString(", ");
    }

    static String shorten(String text) {
        return text.length() <= 12 ? text : text.substring(0, 5) + "…" + text.substring(text.length() - 5);
    }

    static String sol(BaseUnits lamports) {
        return new BigDecimal(lamports.toString())
                        .movePointLeft(9)
                        .stripTrailingZeros()
                        .toPlainString()
                + " SOL";
    }
}
