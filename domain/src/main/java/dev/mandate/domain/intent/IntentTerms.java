package dev.mandate.domain.intent;

import io.vavr.collection.SortedMap;
import io.vavr.collection.TreeMap;

/**
 * What an intent asks for.
 *
 * @param action one word for each kind of intent, such as {@code nonce_account_allow}
 * @param own the action's own fields
 */
public record IntentTerms(String action, SortedMap<String, IntentValue> own) {

    /** An action, still without fields. */
    public static IntentTerms of(String action) {
        return new IntentTerms(action, TreeMap.empty());
    }

    /** These terms with a field. */
    public IntentTerms with(String field, IntentValue value) {
        return new IntentTerms(action, own.put(field, value));
    }

    /** These terms with a field of printable ASCII, for example an address or an amount. */
    public IntentTerms with(String field, String text) {
        return with(field, new IntentValue.Text(text));
    }
}
