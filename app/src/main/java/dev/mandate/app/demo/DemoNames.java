package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Traversable;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Names of the demo's addresses, and readable amounts. */
record DemoNames(Map<Address, String> known) {

    private static final Pattern BASE58 = Pattern.compile("\\b[1-9A-HJ-NP-Za-km-z]{32,44}\\b");

    /** Returns the names that are the same everywhere. */
    static DemoNames common() {
        return new DemoNames(HashMap.of(Address.ZERO, "the System program"));
    }

    DemoNames with(Address address, String name) {
        return new DemoNames(known.put(address, name));
    }

    String of(Address address) {
        return known.get(address).getOrElse(() -> shorten(address.toString()));
    }

    String of(Traversable<Address> addresses) {
        return addresses.isEmpty() ? "nobody" : addresses.map(this::of).mkString(", ");
    }

    /** Replaces addresses in the service's message by names. */
    String named(String text) {
        return BASE58.matcher(text)
                .replaceAll(found -> Address.parse(found.group()).map(this::of).getOrElse(found.group()));
    }

    private static String shorten(String text) {
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
