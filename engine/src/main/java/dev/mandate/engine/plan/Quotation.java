package dev.mandate.engine.plan;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.query.RentTable;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.FeeQuote;
import dev.mandate.ports.custody.TransactionVersion;
import dev.mandate.ports.program.ComputeBudget;
import dev.mandate.ports.program.Operation;
import dev.mandate.ports.program.UnsignedTransaction;
import io.vavr.collection.Array;
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

    /** The cost of {@code unsigned}, which was compiled from {@code leg}, a part of {@code draft}. */
    Either<BuildRefusal, FeeQuote> quote(Draft draft, Compilation compilation, PlannedTransaction leg, UnsignedTransaction unsigned) {
        return fee(unsigned)
                .flatMap(fee -> priority(draft, compilation, leg, fee)
                        .flatMap(priority -> priced(leg.room())
                                .map(rents -> new FeeQuote(
                                        draft.payer(),
                                        fee.minus(priority).getOrElse(BaseUnits.ZERO),
                                        priority,
                                        programFee(draft),
                                        rents))));
    }

    /**
     * The part of {@code fee} that is the priority fee. If the caller gave compute budget instructions, it depends on the runtime's defaults
     * for what they leave out. So the chain is asked for the fee without them.
     */
    private Either<BuildRefusal, BaseUnits> priority(Draft draft, Compilation compilation, PlannedTransaction leg, BaseUnits fee) {
        if (compilation.version() == TransactionVersion.V1) {
            return Either.right(compilation.format().priorityFee(compilation.message(leg)));
        }
        Option<BaseUnits> asked = draft.options().computeBudget().map(ComputeBudget::priorityFee);
        if (asked.isDefined() || compilation.computeBudget().isEmpty()) {
            return Either.right(asked.getOrElse(BaseUnits.ZERO));
        }
        return compilation
                .budgeting(Array.empty())
                .compile(leg)
                .flatMap(this::fee)
                .map(signatures -> fee.minus(signatures).getOrElse(BaseUnits.ZERO));
    }

    private Either<BuildRefusal, BaseUnits> fee(UnsignedTransaction unsigned) {
        return ChainReader.silentOn(chain.fees(Array.of(unsigned.message()))).map(Array::head);
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
