package dev.mandate.domain.explain;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.explain.MoneyChange.Direction;
import dev.mandate.domain.explain.MoneyChange.Occasion;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;

/** Adds up what decoded instructions move. Nothing is netted: an account that gains and loses is listed for both. */
final class MoneyTotals {

    private MoneyTotals() {}

    static Array<MoneyChange> of(Array<ExplainedInstruction> instructions) {
        return merged(instructions.flatMap(one -> changes(one, Occasion.NOW)));
    }

    static Array<MoneyChange> of(ExplainedContent content) {
        return merged(changes(content, Occasion.LATER));
    }

    private static Array<MoneyChange> changes(ExplainedInstruction one, Occasion occasion) {
        Array<MoneyChange> own = switch (one.decoded()) {
            case DescribedInstruction.Decoded decoded -> decoded.money().flatMap(move -> changes(move, occasion));
            case DescribedInstruction.Unknown unknown -> unknown.accounts()
                    .filter(AccountMeta::writable)
                    .map(meta -> anything(meta.address(), occasion));
        };
        return own.appendAll(one.content().toArray().flatMap(content -> changes(content, occasion)));
    }

    private static Array<MoneyChange> changes(ExplainedContent content, Occasion around) {
        if (content.execution() == ExplainedContent.Execution.DONE) {
            return Array.empty();
        }
        Occasion occasion = content.execution() == ExplainedContent.Execution.NOW ? around : Occasion.LATER;
        return switch (content.body()) {
            case ExplainedContent.Body.OfSettings settings -> Array.empty();
            case ExplainedContent.Body.Unread unread -> Array.of(anything(content.account(), occasion));
            case ExplainedContent.Body.OfBatch batch -> batch.parts().flatMap(part -> changes(part.content(), around));
            case ExplainedContent.Body.OfVault vault -> vault.instructions().flatMap(one -> changes(one, occasion));
        };
    }

    private static MoneyChange anything(Address account, Occasion occasion) {
        return new MoneyChange(account, new MoneyMove.Asset.Anything(), Direction.LOSES, new MoneyAmount.Unknown(), occasion);
    }

    private static Array<MoneyChange> changes(MoneyMove move, Occasion occasion) {
        return move.from()
                .toArray()
                .map(account -> new MoneyChange(account, move.asset(), Direction.LOSES, move.amount(), occasion))
                .appendAll(move.to().map(account -> new MoneyChange(account, move.asset(), Direction.GAINS, move.amount(), occasion)));
    }

    private static Array<MoneyChange> merged(Array<MoneyChange> all) {
        return Array.ofAll(all.foldLeft(
                        LinkedHashMap.<Object, MoneyChange>empty(),
                        (known, change) -> known.put(
                                Tuple.of(change.account(), change.asset(), change.direction(), change.occasion()),
                                change,
                                (before, next) -> new MoneyChange(
                                        next.account(), next.asset(), next.direction(), sum(before.amount(), next.amount()), next.occasion())))
                .values());
    }

    private static MoneyAmount sum(MoneyAmount one, MoneyAmount other) {
        Option<BaseUnits> units = units(one).flatMap(first -> units(other).flatMap(first::plus));
        boolean exact = one instanceof MoneyAmount.Exact && other instanceof MoneyAmount.Exact;
        return units.<MoneyAmount>map(total -> exact ? new MoneyAmount.Exact(total) : new MoneyAmount.AtMost(total))
                .getOrElse(MoneyAmount.Unknown::new);
    }

    private static Option<BaseUnits> units(MoneyAmount amount) {
        return switch (amount) {
            case MoneyAmount.Exact(BaseUnits units) -> Option.some(units);
            case MoneyAmount.AtMost(BaseUnits units) -> Option.some(units);
            case MoneyAmount.Unknown unknown -> Option.none();
        };
    }
}
