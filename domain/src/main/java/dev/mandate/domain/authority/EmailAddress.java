package dev.mandate.domain.authority;

import io.vavr.control.Option;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * An e-mail address in lower case, at most {@link #MAX_LENGTH} ASCII characters (RFC 5321, 4.5.3.1.3). Two spellings that differ in case are
 * the same address.
 *
 * @param text a dot-atom, {@code @}, and a domain name (RFC 5322, 3.4.1, without quoted strings and address literals)
 */
public record EmailAddress(String text) {

    public static final int MAX_LENGTH = 254;

    private static final int MAX_LOCAL_PART = 64;
    private static final String ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
    private static final String LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
    private static final Pattern FORM = Pattern.compile(ATOM + "(\\." + ATOM + ")*@" + LABEL + "(\\." + LABEL + ")*");

    public EmailAddress {
        if (!isAddress(text)) {
            throw new IllegalArgumentException("no e-mail address in lower case");
        }
    }

    /** The address that {@code text} spells, in any case; none if it is none. */
    public static Option<EmailAddress> parse(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return Option.when(isAddress(lower), () -> new EmailAddress(lower));
    }

    private static boolean isAddress(String text) {
        return text.length() <= MAX_LENGTH && text.indexOf('@') <= MAX_LOCAL_PART && FORM.matcher(text).matches();
    }

    /** The address as it may be logged: its first character and its domain. */
    @Override
    public String toString() {
        return text.charAt(0) + "…" + text.substring(text.indexOf('@'));
    }
}
