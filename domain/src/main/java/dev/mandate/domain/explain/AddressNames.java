package dev.mandate.domain.explain;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names that a reader has for addresses. They are shown beside the address, never instead of it: only the reader vouches for them. */
public record AddressNames(Map<Address, AddressName> of) {

    public static final AddressNames NONE = new AddressNames(HashMap.empty());

    private static final Pattern ADDRESS = Pattern.compile("[1-9A-HJ-NP-Za-km-z]{32,44}");

    /** These names; the last one of an address counts. */
    public static AddressNames of(Seq<AddressName> names) {
        return new AddressNames(names.toMap(AddressName::address, name -> name));
    }

    /** These names, and those of {@code before} for other addresses. */
    public AddressNames over(AddressNames before) {
        return new AddressNames(of.merge(before.of));
    }

    /** {@code text} with the name of each known address behind it, in brackets. */
    public String beside(String text) {
        return of.isEmpty() ? text : ADDRESS.matcher(text).replaceAll(this::named);
    }

    private String named(MatchResult found) {
        return Matcher.quoteReplacement(Address.parse(found.group())
                .toOption()
                .flatMap(of::get)
                .map(name -> found.group() + " (" + name.name() + ")")
                .getOrElse(found.group()));
    }
}
