package dev.mandate.engine.host;

import dev.mandate.domain.chain.Signature;
import dev.mandate.engine.faults.RestoredJournal;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.spi.chain.StatusAtHeight;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.host.HostAdapters;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** A bug of a host or of one of its adapters, and the test of {@link AlteredHost} that catches it. */
enum HostBug {
    NONE(""),

    /** A landed transaction is not known. */
    LANDING_FORGOTTEN("whatIsToldConfirmedHasLanded") {
        @Override
        Answer chain() {
            return call -> withStatus(call, status -> Option.none());
        }
    },
    /** An unknown transaction is told as landed. */
    LANDING_INVENTED("whatIsToldConfirmedHasLanded") {
        @Override
        Answer chain() {
            return call -> withStatus(call, status -> status.orElse(Option.some(new SignatureStatus(1_000, Finality.FINALIZED, Option.none()))));
        }
    },
    /** It answers as a node that takes a transaction, and drops it. */
    SENDING_FORGOTTEN("readsAgreeWithWhatLanded") {
        @Override
        Answer chain() {
            return call -> call.isOf("send") ? Either.right(new SendOutcome.Accepted(Signature.EMPTY)) : call.made();
        }
    },
    /** The same accounts are answered as they were when they were asked for before. */
    OLD_ACCOUNTS("readsAgreeWithWhatLanded") {
        @Override
        Answer chain() {
            return lagging("accounts");
        }
    },
    /** It counts each block twice, and the blockhash is told as dead accordingly. */
    BLOCKS_COUNTED_TWICE("whatIsToldExpiredNeverLands") {
        @Override
        Answer chain() {
            return call -> switch (call.method().getName()) {
                case "blockHeight" -> ((Either<?, ?>) call.made()).map(height -> 2 * (Long) height);
                case "statusAtHeight" -> ((Either<?, ?>) call.made())
                        .map(found -> (StatusAtHeight) found)
                        .map(found -> new StatusAtHeight(2 * found.blockHeight(), found.status()));
                case "blockhashStatus" -> Either.right(BlockhashStatus.UNKNOWN);
                default -> call.made();
            };
        }
    },
    /** Every simulation succeeds. */
    FAILURE_OVERLOOKED("whatIsBuiltAndWhatIsSubmittedAreRefusedAlike") {
        @Override
        Answer chain() {
            return call -> call.isOf("simulate")
                    ? ((Either<?, ?>) call.made())
                            .map(answer -> (Simulation) answer)
                            .map(one -> new Simulation(Option.none(), one.computeUnits(), one.loadedAccountsDataSize(), one.logs()))
                    : call.made();
        }
    },

    LAST_COMMIT_LOST_BY_CRASH("whatWasAnsweredIsKnownAfterACrash") {
        @Override
        int commitsLostByACrash() {
            return 1;
        }
    },
    ALL_LOST_BY_CRASH("theSameKeyHasTheSameAnswerAndPaysOnce") {
        @Override
        int commitsLostByACrash() {
            return RestoredJournal.KEPT;
        }
    },
    /** A row is as it was when it was read first. */
    OLD_ROWS("readsAgreeWithWhatLanded") {
        @Override
        Answer journal() {
            AtomicReference<Map<Object, Object>> known = new AtomicReference<>(HashMap.empty());
            return call -> {
                Object answer = call.made();
                return call.isOf("row") || call.isOf("versioned")
                        ? known.updateAndGet(before -> before.containsKey(call) ? before : before.put(call, answer)).get(call).get()
                        : answer;
            };
        }
    },
    KEYS_FORGOTTEN("theSameKeyHasTheSameAnswerAndPaysOnce") {
        @Override
        Answer journal() {
            return call -> call.isOf("answered")
                    ? Option.none()
                    : call.isOf("commit") || call.isOf("begin") ? call.with(withoutAnswer(call)).made() : call.made();
        }
    },
    /** Whether a key is new is checked before the commit, and not by it. */
    KEY_CHECKED_BEFORE("twoInstancesThatTakeTheSameRequestPayOnce") {
        @Override
        Answer journal() {
            return call -> call.isOf("commit") || call.isOf("begin") ? call.with(withoutAnswer(call)).made() : call.made();
        }
    },

    /** It signs the transaction with its empty slots. */
    OTHER_BYTES_SIGNED("theSignerSignsWhatWasBuiltForEachOfItsAddresses") {
        @Override
        TransactionSigner signer(TransactionSigner behind) {
            return unsigned -> behind.sign(new UnsignedTransaction(
                    unsigned.transaction(), unsigned.transaction(), unsigned.maxBytes(), unsigned.signers()));
        }
    },
    /** It repeats the signatures of the first message. */
    FIRST_MESSAGE_SIGNED("readsAgreeWithWhatLanded") {
        @Override
        TransactionSigner signer(TransactionSigner behind) {
            AtomicReference<Option<UnsignedTransaction>> first = new AtomicReference<>(Option.none());
            return unsigned -> behind.sign(first.updateAndGet(known -> known.orElse(Option.some(unsigned))).get());
        }
    },
    ONE_SIGNATURE_MISSING("theSignerSignsWhatWasBuiltForEachOfItsAddresses") {
        @Override
        TransactionSigner signer(TransactionSigner behind) {
            return unsigned -> behind.sign(unsigned).thenApply(given -> HashMap.ofAll(given).remove(TestKey.of("bob").address()).toJavaMap());
        }
    },

    CLOCK_GOES_BACK("timeNeverGoesBack") {
        @Override
        ServerClock clock(ServerClock behind) {
            AtomicLong readings = new AtomicLong();
            return () -> behind.now().plusSeconds(-3 * readings.getAndIncrement());
        }
    },

    /** What did not land at once is built anew and submitted under another key. */
    RETRIED_UNDER_A_NEW_KEY("aPaymentLandsOnceDespiteAFaultAtAnyCall") {
        @Override
        Custody host(Custody behind) {
            return port(Custody.class, behind, call -> {
                Object answer;
                try {
                    answer = call.made();
                } catch (JournalUnavailableException fault) {
                    answer = Either.left(fault);
                }
                return call.isOf("submitAll") && ((Either<?, ?>) answer).isLeft()
                        ? behind.submitAll(
                                behind.build(((TransactionPlan) call.arguments().get(0)).request()).get(),
                                (TransactionSigner) call.arguments().get(1),
                                new IdempotencyKey(call.arguments().get(2) + "/again"))
                        : answer;
            });
        }
    };

    private final String caughtBy;

    HostBug(String caughtBy) {
        this.caughtBy = caughtBy;
    }

    String caughtBy() {
        return caughtBy;
    }

    HostAdapters in(HostAdapters behind) {
        return new HostAdapters(
                chain(behind.chain(), chain()),
                port(Journal.class, behind.journal(), journal()),
                clock(behind.clock()),
                signer(behind.signer()));
    }

    private static Chain chain(Chain behind, Answer answer) {
        return port(Chain.class, behind, call -> call.isOf("agreeing") ? chain(behind.agreeing(), answer) : answer.to(call));
    }

    /** Answers calls of this method as the same call before. */
    private static Answer lagging(String method) {
        AtomicReference<Map<Object, Object>> known = new AtomicReference<>(HashMap.empty());
        return call -> {
            Object answer = call.made();
            return call.isOf(method)
                    ? known.getAndUpdate(before -> before.put(call, answer)).get(call).getOrElse(answer)
                    : answer;
        };
    }

    Answer chain() {
        return Call::made;
    }

    Answer journal() {
        return Call::made;
    }

    int commitsLostByACrash() {
        return 0;
    }

    ServerClock clock(ServerClock behind) {
        return behind;
    }

    TransactionSigner signer(TransactionSigner behind) {
        return behind;
    }

    Custody host(Custody behind) {
        return behind;
    }

    /** A call of a port. */
    record Call(Object port, Method method, Array<Object> arguments) {

        boolean isOf(String name) {
            return method.getName().equals(name);
        }

        /** The same with another first argument. */
        Call with(Object first) {
            return new Call(port, method, arguments.update(0, first));
        }

        Object made() throws Throwable {
            try {
                return method.invoke(port, arguments.toJavaArray());
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    /** Answers a call. */
    interface Answer {
        Object to(Call call) throws Throwable;
    }

    private static <T> T port(Class<T> type, T behind, Answer answer) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) ->
                answer.to(new Call(behind, method, Option.of(arguments).map(Array::of).getOrElse(Array.empty())))));
    }

    private static Commit withoutAnswer(Call call) {
        Commit commit = (Commit) call.arguments().get(0);
        return new Commit(commit.recordedAt(), commit.appends(), commit.rows(), Option.none(), commit.messages());
    }

    /** A change of what is said about a signature. */
    private interface StatusChange {
        Option<SignatureStatus> of(Option<SignatureStatus> status);
    }

    private static Object withStatus(Call call, StatusChange change) throws Throwable {
        return switch (call.method().getName()) {
            case "statuses" -> ((Either<?, ?>) call.made())
                    .map(found -> ((Seq<?>) found).map(one -> change.of(((Option<?>) one).map(status -> (SignatureStatus) status))));
            case "statusAtHeight" -> ((Either<?, ?>) call.made())
                    .map(found -> (StatusAtHeight) found)
                    .map(found -> new StatusAtHeight(found.blockHeight(), change.of(found.status())));
            default -> call.made();
        };
    }
}
