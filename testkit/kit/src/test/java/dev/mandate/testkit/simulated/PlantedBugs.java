package dev.mandate.testkit.simulated;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.ChainClock;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.chain.SignatureStatus;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Adapters, each with one bug that has been seen in clients of nodes. */
final class PlantedBugs {

    private PlantedBugs() {}

    /** A failed transaction is told as one that succeeded. */
    static class FailureForgotten extends AlteredChain {
        @Override
        Either<?, ?> altered(String method, Object[] arguments, Either<?, ?> answer) {
            return switch (method) {
                case "statuses" -> answer.map(statuses -> ((Seq<?>) statuses).map(status -> ((Option<?>) status)
                        .map(known -> (SignatureStatus) known)
                        .map(known -> new SignatureStatus(known.slot(), known.finality(), Option.none()))));
                default -> answer;
            };
        }
    }

    /** A fault is told as an account that does not exist. */
    static class FaultAsNoAccount extends AlteredChain {
        @Override
        Either<?, ?> altered(String method, Object[] arguments, Either<?, ?> answer) {
            return method.equals("accounts") && answer.isLeft()
                    ? Either.right(new AccountsSnapshot(1, ChainClock.of(new UnixTime(1)), HashMap.empty()))
                    : answer;
        }
    }

    /** Amounts pass through a floating-point number. */
    static class AmountsCut extends AlteredChain {
        @Override
        Either<?, ?> altered(String method, Object[] arguments, Either<?, ?> answer) {
            return method.equals("accounts")
                    ? answer.map(read -> (AccountsSnapshot) read).map(read -> new AccountsSnapshot(
                            read.slot(), read.clock(), read.accounts().mapValues(AmountsCut::cut)))
                    : answer;
        }

        private static FoundAccount cut(FoundAccount found) {
            return found.owned()
                    .<FoundAccount>map(account -> new FoundAccount.Owned(new AccountData(
                            BaseUnits.ofUnsignedBits((long) (double) account.lamports().bits()),
                            account.owner(),
                            account.data(),
                            account.executable())))
                    .getOrElse(found);
        }
    }

    /** A transaction is called confirmed as soon as a block has it. */
    static class ConfirmedTooEarly extends AlteredChain {
        @Override
        Either<?, ?> altered(String method, Object[] arguments, Either<?, ?> answer) {
            return method.equals("statuses")
                    ? answer.map(statuses -> ((Seq<?>) statuses).map(status -> ((Option<?>) status)
                            .map(known -> (SignatureStatus) known)
                            .map(known -> known.finality() == Finality.PROCESSED
                                    ? new SignatureStatus(known.slot(), Finality.CONFIRMED, known.failure())
                                    : known)))
                    : answer;
        }
    }

    /** The same accounts are answered again as they were before. */
    static class OldSlot extends AlteredChain {

        private Map<Object, Either<?, ?>> known = HashMap.empty();

        @Override
        Either<?, ?> altered(String method, Object[] arguments, Either<?, ?> answer) {
            if (!method.equals("accounts") || answer.isLeft() || ((Seq<?>) arguments[0]).size() < 2) {
                return answer;
            }
            Either<?, ?> answered = known.get(arguments[0]).<Either<?, ?>>map(before -> before).getOrElse(answer);
            known = known.put(arguments[0], answer);
            return answered;
        }
    }

    /** Sending answers the signature of the transaction that was sent before. */
    static class SignatureOfAnother extends AlteredChain {

        private Option<Signature> before = Option.none();

        @Override
        Either<?, ?> altered(String method, Object[] arguments, Either<?, ?> answer) {
            if (!method.equals("send") || !(answer.getOrNull() instanceof SendOutcome.Accepted(Signature signature))) {
                return answer;
            }
            Signature answered = before.getOrElse(signature);
            before = Option.some(signature);
            return Either.right(new SendOutcome.Accepted(answered));
        }
    }

    /** A long answer ends after its first 100 entries. */
    static class PageTruncated extends AlteredChain {
        @Override
        Either<?, ?> altered(String method, Object[] arguments, Either<?, ?> answer) {
            return method.equals("history")
                    ? answer.map(page -> ((Option<?>) page).map(landed -> ((Seq<?>) landed).take(100)))
                    : answer;
        }
    }

    /** A node that asks for fewer calls is told as one that has nothing. */
    static class RateLimitSwallowed extends AlteredChain {
        @Override
        Either<?, ?> altered(String method, Object[] arguments, Either<?, ?> answer) {
            boolean limited = answer.isLeft() && answer.getLeft() instanceof ChainFault.RateLimited;
            return !limited ? answer : switch (method) {
                case "history" -> Either.right(Option.some(Array.<LandedSignature>empty()));
                case "statuses" -> Either.right(((Seq<?>) arguments[0]).map(asked -> Option.<SignatureStatus>none()));
                case "landed" -> Either.right(Option.<LandedTransaction>none());
                default -> answer;
            };
        }
    }
}
