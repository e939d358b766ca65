package dev.mandate.adapters.rpc;

import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a node says of a fault, in short and without secrets: a provider's message may repeat the URL, its key or a part of the key. Removed are
 * URLs, whatever is in the node's own path, query or user, and each word of letters and digits that could be a key.
 */
final class NodeWords {

    private static final int MAX_CHARS = 160;
    private static final int MAX_READ_CHARS = 4_000;
    private static final int SHORTEST_SECRET = 4;
    private static final int SHORTEST_KEY = 8;
    private static final String REMOVED = "…";
    private static final Pattern TAG = Pattern.compile("<[^>]*>");
    private static final Pattern URL = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*://\\S+");
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\\x20-\\x7E…]+");
    private static final Pattern SPACES = Pattern.compile(" {2,}");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]+");
    private static final Pattern SEPARATOR = Pattern.compile("[/?&=:;,#]+");

    private final Set<String> secrets;

    NodeWords(URI url) {
        this.secrets = Array.of(url.getRawPath(), url.getRawQuery(), url.getRawUserInfo())
                .filter(part -> part != null)
                .flatMap(part -> Array.of(SEPARATOR.split(part)).append(part))
                .flatMap(part -> Array.of(part, URLDecoder.decode(part, StandardCharsets.UTF_8)))
                .map(part -> part.toLowerCase(Locale.ROOT))
                .filter(part -> part.length() >= SHORTEST_SECRET)
                .transform(HashSet::ofAll);
    }

    /** The words in {@code text}, on one line. */
    String in(String text) {
        String read = text.substring(0, Math.min(text.length(), MAX_READ_CHARS));
        String plain = UNPRINTABLE.matcher(URL.matcher(TAG.matcher(read).replaceAll(" ")).replaceAll(REMOVED)).replaceAll(" ");
        for (String secret : secrets.toArray().sortBy(secret -> -secret.length())) {
            plain = Pattern.compile(Pattern.quote(secret), Pattern.CASE_INSENSITIVE).matcher(plain).replaceAll(REMOVED);
        }
        String words = SPACES.matcher(WORD.matcher(plain).replaceAll(word -> mayBeKey(word.group()) ? REMOVED : word.group()))
                .replaceAll(" ")
                .strip();
        return words.length() > MAX_CHARS ? words.substring(0, MAX_CHARS) + REMOVED : words;
    }

    /** Letters and digits mixed, or a piece of a secret. Numbers and the names of methods are neither. */
    private boolean mayBeKey(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return (word.length() >= SHORTEST_KEY && lower.chars().anyMatch(Character::isLetter) && lower.chars().anyMatch(Character::isDigit))
                || (word.length() >= SHORTEST_SECRET && secrets.exists(secret -> secret.contains(lower)));
    }
}
