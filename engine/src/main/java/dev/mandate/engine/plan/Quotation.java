package dev.mandate.engine.plan;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.query.RentTable;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.ports.spi.program.Operation;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Computes the cost of transactions. */
final class Quotation {

    private final Chain chain;
    private final RentTable rents;

    Quotation(Chain chain) {
        this.chain = chain;
        this.rents = new RentTable(chain);
    }

    /** The cost of each of {@code transactions}, which are of {@code draft}. The chain is asked once for all. */
    Either<BuildRefusal, Array<FeeQuote>> quote(Draft draft, Array<CompiledTransaction> transactions) {
        return Either.sequenceRight(transactions.map(Quotation::unpriced))
                .map(Seq::toArray)
                .flatMap(unpriced -> fees(transactions, unpriced.flatMap(bare -> bare))
                        .flatMap(fees -> Either.sequenceRight(transactions.zipWith(
                                unpriced, (transaction, bare) -> quote(draft, transaction, bare.map(message -> fees.get(message).get()), fees)))))
                .map(Seq::toArray);
    }

    private Either<BuildRefusal, Map<Bytes, BaseUnits>> fees(Array<CompiledTransaction> transactions, Array<Bytes> others) {
        Array<Bytes> messages = transactions.map(one -> one.unsigned().message()).appendAll(others);
        return ChainReader.silentOn(chain.fees(messages)).map(fees -> messages.zip(fees).toMap(each -> each));
    }

    private Either<BuildRefusal, FeeQuote> quote(
            Draft draft, CompiledTransaction transaction, Option<BaseUnits> withoutPriority, Map<Bytes, BaseUnits> fees) {
        BaseUnits fee = fees.get(transaction.unsigned().message()).get();
        BaseUnits priority = withoutPriority
                .map(without -> fee.minus(without).getOrElse(BaseUnits.ZERO))
                .getOrElse(transaction.compilation().computeBudget()::priorityFee);
        return priced(transaction.planned().room())
                .map(rents -> new FeeQuote(
                        draft.payer(), fee.minus(priority).getOrElse(BaseUnits.ZERO), priority, programFee(draft), rents));
    }

    /**
     * The message without its price, if the priority fee depends on the network's default for the unit limit: the difference of the fees is the
     * priority fee then.
     */
    private static Either<BuildRefusal, Option<Bytes>> unpriced(CompiledTransaction transaction) {
        Compilation compilation = transaction.compilation();
        ComputeBudget budget = compilation.computeBudget();
        return budget.unitLimit().isDefined() || budget.priorityFee().isZero() || compilation.version() == TransactionVersion.V1
                ? Either.right(Option.none())
                : compilation.budgeting(budget.priced(Option.none()))
                        .compile(transaction.planned())
                        .map(unsigned -> Option.some(unsigned.message()));
    }

    private static BaseUnits programFee(Draft draft) {
        BaseUnits fee = BaseUnits.ZERO;
        for (Operation operation : draft.simulation().operations()) {
            if (operation instanceof Operation.CreateAccount create) {
                fee = fee.plus(create.terms().fee()).getOrElse(BaseUnits.MAX);
            }
        }
        return fee;
    }

    private Either<BuildRefusal, Array<FeeQuote.Rent>> priced(Array<PaidStorage> rooms) {
        Either<BuildRefusal, Array<FeeQuote.Rent>> priced = Either.right(Array.empty());
        for (PaidStorage taken : rooms) {
            priced = priced.flatMap(known -> rents.priceOf(taken.room())
                    .map(lamports -> known.append(new FeeQuote.Rent(
                            taken.room().kind(),
                            taken.room().account(),
                            lamports,
                            taken.payer(),
                            taken.returnsTo()))));
        }
        return priced;
    }
}
