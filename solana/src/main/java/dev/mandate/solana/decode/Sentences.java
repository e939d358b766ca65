package dev.mandate.solana.decode;

import dev.mandate.domain.explain.Field;
import dev.mandate.domain.explain.FieldValue;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes fields into sentences. Text of other people is quoted, and control characters of it are left out. */
final class Sentences {

    private static final Pattern PLACE = Pattern.compile("\\{([a-z0-9_]+)}");
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]+");
    private static final int MAX_QUOTED = 200;

    private Sentences() {}

    /** {@code sentence} with the values of the fields that it names in braces. */
    static String fill(String sentence, Array<Field> fields) {
        return PLACE.matcher(sentence).replaceAll(place -> Matcher.quoteReplacement(fields.find(
                        field -> field.name().equals(place.group(1)))
                .map(field -> text(field.value()))
                .getOrElseThrow(() -> new IllegalStateException("no field " + place.group(1)))));
    }

    static String text(FieldValue value) {
        return switch (value) {
            case FieldValue.Lamports(BaseUnits amount) -> decimal(amount, Token.Sol.DECIMALS) + " SOL";
            case FieldValue.TokenUnits units -> tokens(units);
            case FieldValue.Count(BaseUnits number) -> number.toString();
            case FieldValue.Signed(long number) -> Long.toString(number);
            case FieldValue.Key(var address) -> address.toString();
            case FieldValue.Text(String text) -> NAME.matcher(text).matches() ? text.replace('_', ' ') : quoted(text);
            case FieldValue.Raw(Bytes bytes) -> bytes.length() + " bytes";
            case FieldValue.Flag(boolean set) -> set ? "yes" : "no";
            case FieldValue.Absent absent -> "none";
            case FieldValue.Many(Array<FieldValue> values) -> values.isEmpty() ? "none" : values.map(Sentences::text).mkString(", ");
            case FieldValue.Group(Array<Field> fields) ->
                fields.map(field -> field.name().replace('_', ' ') + " " + text(field.value())).mkString(", ");
        };
    }

    private static String tokens(FieldValue.TokenUnits units) {
        String amount = units.decimals()
                .map(decimals -> decimal(units.amount(), decimals))
                .getOrElse(() -> units.amount() + " base units");
        return amount + " of " + units.mint().map(mint -> "the token " + mint).getOrElse("a token that the bytes do not name");
    }

    private static String decimal(BaseUnits amount, int decimals) {
        BigDecimal exact = new BigDecimal(new BigInteger(amount.toString()), decimals).stripTrailingZeros();
        return exact.scale() < 0 ? exact.setScale(0).toPlainString() : exact.toPlainString();
    }

    /** Text of other people: at most {@value #MAX_QUOTED} characters, none of which moves the cursor or the direction of writing. */
    static String quoted(String text) {
        String plain = text.codePoints()
                .filter(character -> !Character.isISOControl(character) && Character.getType(character) != Character.FORMAT)
                .limit(MAX_QUOTED)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return '"' + plain + (plain.length() < text.length() ? "…" : "") + '"';
    }
}
