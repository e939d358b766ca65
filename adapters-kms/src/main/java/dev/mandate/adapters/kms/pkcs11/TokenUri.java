package dev.mandate.adapters.kms.pkcs11;

import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Try;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The place of a token, as a PKCS#11 URI (RFC 7512) such as {@code
 * pkcs11:token=mandate?module-path=/usr/lib/softhsm/libsofthsm2.so&pin-source=file:/etc/mandate/pin}. It holds no PIN.
 *
 * @param token the token's label
 * @param module the library of its maker, an absolute path
 * @param pin a file of one line that only its owner can read
 */
public record TokenUri(String token, Path module, Path pin) {

    /** What each such text begins with. */
    public static final String SCHEME = "pkcs11:";

    private static final String FORM = "must be pkcs11:token=LABEL?module-path=/LIBRARY&pin-source=file:/PIN-FILE";

    /** The URI's parts, or the rule that it breaks. Attributes other than these three are refused, above all {@code pin-value}. */
    public static Either<String, TokenUri> parse(String text) {
        String[] parts = text.startsWith(SCHEME) ? text.substring(SCHEME.length()).split("\\?", -1) : new String[0];
        if (parts.length != 2) {
            return Either.left(FORM);
        }
        Array<String[]> attributes = Array.of(parts[0].split(";", -1))
                .appendAll(Array.of(parts[1].split("&", -1)))
                .map(attribute -> attribute.split("=", 2));
        Map<String, String> values = attributes
                .filter(attribute -> attribute.length == 2)
                .toMap(attribute -> attribute[0], attribute -> decoded(attribute[1]));
        if (attributes.length() != 3 || !values.keySet().equals(LinkedHashMap.of("token", 1, "module-path", 2, "pin-source", 3).keySet())) {
            return Either.left(FORM);
        }
        String pin = values.get("pin-source").get();
        return Try.of(() -> new TokenUri(
                        values.get("token").get(),
                        Path.of(values.get("module-path").get()),
                        Path.of(pin.startsWith("file:") ? pin.substring("file:".length()) : pin)))
                .toEither(FORM)
                .filterOrElse(uri -> !uri.token.isEmpty() && uri.module.isAbsolute() && uri.pin.isAbsolute(), uri -> FORM);
    }

    private static String decoded(String text) {
        // The decoder is one of forms, where a plus is a blank.
        return Try.of(() -> URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8)).getOrElse("");
    }
}
