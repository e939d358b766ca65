package dev.mandate.solana.decode;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.explain.Field;
import dev.mandate.domain.explain.FieldValue;
import dev.mandate.domain.explain.MoneyAmount;
import dev.mandate.domain.explain.MoneyMove;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * What an instruction moves: {@code from>to=amount}, with names of fields. A side may be empty. Without an amount SOL moves that the bytes do not
 * tell; {@code from>to~amount} lets at most that much be moved, {@code from>to~tokens} any tokens.
 */
record MoneyRule(Option<String> from, Option<String> to, Option<String> amount, boolean atMost) {

    private static final String ANY_TOKENS = "tokens";

    static MoneyRule of(String text) {
        boolean atMost = text.contains("~");
        String[] parts = text.split("[=~]", 2);
        String[] sides = parts[0].split(">", 2);
        return new MoneyRule(
                named(sides[0]), named(sides[1]), parts.length > 1 ? Option.some(parts[1]) : Option.none(), atMost);
    }

    private static Option<String> named(String text) {
        return Option.when(!text.isEmpty(), text);
    }

    /** The move; none if a party is absent. */
    Option<MoneyMove> move(Array<Field> fields, TokenContext tokens) {
        Option<Address> loser = from.flatMap(name -> key(fields, name));
        Option<Address> gainer = to.flatMap(name -> key(fields, name));
        boolean complete = loser.isDefined() == from.isDefined() && gainer.isDefined() == to.isDefined();
        return Option.when(complete, () -> amount
                .flatMap(name -> name.equals(ANY_TOKENS)
                        ? Option.some(new MoneyMove(tokensOf(fields, tokens), loser, gainer, new MoneyAmount.Unknown()))
                        : fields.find(field -> field.name().equals(name)).flatMap(field -> stated(field.value(), loser, gainer)))
                .getOrElse(() -> new MoneyMove(new MoneyMove.Asset.Sol(), loser, gainer, new MoneyAmount.Unknown())));
    }

    private Option<MoneyMove> stated(FieldValue value, Option<Address> loser, Option<Address> gainer) {
        return switch (value) {
            case FieldValue.Lamports(BaseUnits lamports) ->
                Option.some(new MoneyMove(new MoneyMove.Asset.Sol(), loser, gainer, certain(lamports)));
            case FieldValue.TokenUnits(BaseUnits units, var mint, var decimals) ->
                Option.some(new MoneyMove(new MoneyMove.Asset.Tokens(mint), loser, gainer, certain(units)));
            default -> Option.none();
        };
    }

    private static MoneyMove.Asset tokensOf(Array<Field> fields, TokenContext tokens) {
        return new MoneyMove.Asset.Tokens(tokens.mintOf(fields));
    }

    private MoneyAmount certain(BaseUnits units) {
        return atMost ? new MoneyAmount.AtMost(units) : new MoneyAmount.Exact(units);
    }

    static Option<Address> key(Array<Field> fields, String name) {
        return fields.find(field -> field.name().equals(name))
                .flatMap(field -> field.value() instanceof FieldValue.Key(Address address) ? Option.some(address) : Option.none());
    }
}
