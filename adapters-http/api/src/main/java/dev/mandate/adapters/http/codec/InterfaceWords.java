package dev.mandate.adapters.http.codec;

import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import java.util.Locale;
import java.util.regex.Pattern;

/** Replaces names of the engine's parameters by those of the interface. */
public final class InterfaceWords {

    private static final Map<String, String> PARAMETERS = LinkedHashMap.of(
            "Authority.Admin", "admin=true",
            "LeaversLimits.REVOKE", "revoke_limits=true",
            "LeaversLimits.KEEP", "keep_limits=true",
            "nonceAccount", "nonce_account",
            "its options", "its query",
            "can be registered", "can be imported");

    private static final Pattern ACKNOWLEDGING = Pattern.compile("acknowledging\\((.*?)\\)");

    private static final Pattern SIGNATURE = Pattern.compile("^signatures(\\[\\d+])$");

    private InterfaceWords() {}

    /** The remedy of a refusal. */
    public static String remedy(String engines) {
        String acknowledged = ACKNOWLEDGING.matcher(engines)
                .replaceAll(codes -> Array.of(codes.group(1).split(", "))
                        .map(code -> "acknowledge=" + code.toLowerCase(Locale.ROOT))
                        .mkString("&"));
        return PARAMETERS.foldLeft(acknowledged, (text, word) -> text.replace(word._1, word._2));
    }

    /** The field of a problem. */
    public static String field(String engines) {
        return engines.equals("idempotency_key") ? "x-idempotency-key" : SIGNATURE.matcher(engines).replaceFirst("kms_payloads$1.signature");
    }
}
