package dev.mandate.engine.plan;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.query.RentTable;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;

/** Computes the cost of transactions. */
final class Quotation {

    private final Chain chain;
    private final RentTable rents;

    Quotation(Chain chain) {
        this.chain = chain;
        this.rents = new RentTable(chain);
    }

    /** Fees without priority and rents of planned transactions, which are asked for beside a simulation. */
    record Base(
            Supplier<Either<ChainFault, Array<BaseUnits>>> fees, Supplier<Either<BuildRefusal, Array<Array<FeeQuote.Rent>>>> rents) {}

    /** Begins to ask what does not depend on a simulation. The chain is asked once for the fees of all. */
    Either<BuildRefusal, Base> begin(Compilation compilation, Array<PlannedTransaction> transactions) {
        Compilation unpriced = compilation.budgeting(compilation.computeBudget().priced(Option.none()));
        return Either.sequenceRight(transactions.map(unpriced::compile))
                .map(bare -> bare.map(UnsignedTransaction::message))
                .map(messages -> new Base(
                        chain.begin(() -> chain.fees(messages)),
                        chain.begin(() -> Either.sequenceRight(transactions.map(one -> priced(one.room()))).map(Seq::toArray))));
    }

    /** The cost of each of {@code transactions}, which are of {@code draft}. */
    Either<BuildRefusal, Array<FeeQuote>> quote(Draft draft, Array<CompiledTransaction> transactions, Base base) {
        return ChainReader.silentOn(base.fees().get())
                .flatMap(fees -> base.rents().get().flatMap(rents -> Either.sequenceRight(transactions.zipWithIndex(
                        (transaction, index) -> priority(transaction, fees.get(index)).map(priority -> new FeeQuote(
                                draft.payer(), fees.get(index), priority, programFee(draft), rents.get(index)))))))
                .map(Seq::toArray);
    }

    /**
     * The priority fee of a transaction. It depends on the network's default if the transaction has a price and no unit limit: then it is the difference
     * to the fee without the price.
     */
    private Either<BuildRefusal, BaseUnits> priority(CompiledTransaction transaction, BaseUnits base) {
        ComputeBudget budget = transaction.compilation().computeBudget();
        boolean isKnown = budget.unitLimit().isDefined()
                || budget.priorityFee().isZero()
                || transaction.compilation().version() == TransactionVersion.V1;
        return isKnown
                ? Either.right(budget.priorityFee())
                : ChainReader.silentOn(chain.fees(Array.of(transaction.unsigned().message())))
                        .map(fees -> fees.head().minus(base).getOrElse(BaseUnits.ZERO));
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
