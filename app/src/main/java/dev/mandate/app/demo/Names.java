package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Traversable;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** What people call the addresses of the demo, and how they read its amounts. */
record Names(Map<Address, String> known) {

    private static final Pattern BASE58 = Pattern.compile("\\b[1-9A-HJ-NP-Za-km-z]{32,44}\\b");

    /** What everybody calls what is the same everywhere. */
    static Names common() {
        return new Names(HashMap.of(Address.ZERO, "the System program"));
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

    /** The service's own words, with names in the place of addresses. */
    String told(String words) {
        return BASE58.matcher(words)
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
