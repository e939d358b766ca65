package dev.mandate.domain.explain;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.regex.Pattern;

/**
 * A reader's name for an address.
 *
 * @param name 1 to {@link #MOST_CHARACTERS} visible characters
 */
public record AddressName(Address address, String name) {

    /** The most characters of a name. */
    public static final int MOST_CHARACTERS = 64;

    /** Letters, digits, marks, signs and blanks; nothing that moves the cursor or turns the direction of writing. */
    private static final Pattern VISIBLE = Pattern.compile("[\\p{L}\\p{N}\\p{P}\\p{S}\\p{M} ]{1," + MOST_CHARACTERS + "}");

    /** Letters and marks that show nothing, and brackets: a name is shown in some. */
    private static final Pattern MISLEADING =
            Pattern.compile("[\\p{Ps}\\p{Pe}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0]|^ | $");

    /** All that does not make one letter another: a reader overlooks it within an address. */
    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}]");

    private static final Pattern LIKE_AN_ADDRESS = Pattern.compile("[1-9A-HJ-NP-Za-km-z]{32,}");

    /** Several words: only addresses have digits, small and capital letters in a row that long. */
    private static final Pattern LIKE_A_PARTED_ADDRESS =
            Pattern.compile("(?=[A-Za-z]*[1-9])(?=[1-9a-z]*[A-Z])(?=[1-9A-Z]*[a-z])[1-9A-HJ-NP-Za-km-z]{32,}");

    /** The first and the last characters of an address. The compatibility form of an ellipsis is three dots. */
    private static final Pattern LIKE_A_SHORT_ADDRESS = Pattern.compile("[1-9A-HJ-NP-Za-km-z]{3,}(\\.{2,}|\u22ef)[1-9A-HJ-NP-Za-km-z]{3,}");

    /** Tells addresses from sentences that an ellipsis ends. */
    private static final Pattern DIGIT = Pattern.compile("[1-9]");

    /** Scripts that one word of these languages mixes (UTS 39, "Highly Restrictive"). */
    private static final Array<Set<UnicodeScript>> TOGETHER = Array.of(
            HashSet.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA),
            HashSet.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.BOPOMOFO),
            HashSet.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.HANGUL));

    /** A name that was kept before stays readable: {@link #given} refuses more. */
    public AddressName {
        if (!VISIBLE.matcher(name).matches()) {
            throw new IllegalArgumentException("a name is 1 to " + MOST_CHARACTERS + " visible characters");
        }
    }

    /**
     * A name that somebody gives.
     *
     * @throws IllegalArgumentException if the name is not allowed
     */
    public static AddressName given(Address address, String name) {
        problem(name).forEach(why -> {
            throw new IllegalArgumentException("a name " + why);
        });
        return new AddressName(address, name);
    }

    /** What is wrong with a name, behind "a name"; none if it is allowed. */
    public static Option<String> problem(String name) {
        if (!VISIBLE.matcher(name).matches() || MISLEADING.matcher(name).find()) {
            return Option.some("is 1 to " + MOST_CHARACTERS + " visible characters, without brackets and without blanks at its ends");
        }
        String compatible = Normalizer.normalize(name, Normalizer.Form.NFKC);
        if (MISLEADING.matcher(compatible).find()) {
            return Option.some("must not have signs that stand for brackets or blanks");
        }
        if (Array.of(compatible.split(" ")).exists(AddressName::mixesScripts)) {
            return Option.some("must not mix scripts within a word");
        }
        return Option.when(imitatesAnAddress(compatible), "must not look like an address");
    }

    private static boolean mixesScripts(String word) {
        Set<UnicodeScript> scripts = HashSet.ofAll(word.codePoints().mapToObj(UnicodeScript::of))
                .removeAll(HashSet.of(UnicodeScript.COMMON, UnicodeScript.INHERITED));
        return scripts.size() > 1 && !TOGETHER.exists(together -> scripts.forAll(together::contains));
    }

    private static boolean imitatesAnAddress(String compatible) {
        String bare = Normalizer.normalize(compatible, Normalizer.Form.NFKD).replaceAll("\\p{M}", "");
        return Array.of(bare.split(" ")).map(AddressName::lettersOf).exists(word -> LIKE_AN_ADDRESS.matcher(word).find())
                || LIKE_A_PARTED_ADDRESS.matcher(lettersOf(bare)).find()
                || LIKE_A_SHORT_ADDRESS.matcher(bare).find()
                || LIKE_A_SHORT_ADDRESS.matcher(bare.replace(" ", "")).results().anyMatch(found -> DIGIT.matcher(found.group()).find());
    }

    private static String lettersOf(String text) {
        return BETWEEN.matcher(text).replaceAll("");
    }
}
