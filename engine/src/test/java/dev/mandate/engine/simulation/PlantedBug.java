package dev.mandate.engine.simulation;

import dev.mandate.domain.chain.Sha256;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.tenant.NonceListing;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.api.webhook.WebhookAttempt;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchorStore;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.StatusAtHeight;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.mail.MailTransport;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.LeaseLost;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.webhook.WebhookSender;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.UnaryOperator;

/** A bug as it shows at a port. The production code has no hooks for these. */
enum PlantedBug {
    NONE,

    /** A repeated request is a new one. */
    IDEMPOTENCY_KEY_FORGOTTEN {
        @Override
        TenantService service(TenantService service) {
            return altered(TenantService.class, service, (method, arguments, call) -> {
                for (int i = 0; arguments != null && i < arguments.length; i++) {
                    if (arguments[i] instanceof Retry.Named) {
                        arguments[i] = new Retry.Unnamed();
                    } else if (arguments[i] instanceof IdempotencyKey && arguments[0] instanceof TransactionPlan plan) {
                        arguments[i] = new IdempotencyKey(
                                Sha256.of(plan.single().unsigned().transaction()).toString());
                    }
                }
                return call.make();
            });
        }
    },

    /** What one node tells is final. */
    ONE_NODE_IS_BELIEVED {
        @Override
        Chain network(Chain network) {
            return altered(Chain.class, network, (method, arguments, call) -> switch (method) {
                case "agreement" -> 1;
                case "agreeing" -> network;
                default -> call.make();
            });
        }
    },

    /** A transaction counts as expired once nobody has seen it, however long it lives. */
    EXPIRED_TOO_EARLY {
        @Override
        Chain node(Chain node) {
            return altered(Chain.class, node, (method, arguments, call) -> switch (method) {
                case "statusAtHeight" -> ((Either<?, ?>) call.make()).map(answer ->
                        answer instanceof StatusAtHeight(long height, Option<SignatureStatus> status) && status.isEmpty()
                                ? new StatusAtHeight(height + 1_000, status)
                                : answer);
                case "blockhashStatus" -> Either.right(BlockhashStatus.UNKNOWN);
                default -> call.make();
            });
        }
    },

    /** A block that may be dropped counts as one that stays. */
    PROCESSED_COUNTS_AS_CONFIRMED {
        @Override
        Chain node(Chain node) {
            return altered(Chain.class, node, (method, arguments, call) -> method.equals("statusAtHeight")
                    ? ((Either<?, ?>) call.make()).map(answer -> confirmed((StatusAtHeight) answer))
                    : call.make());
        }

        private static StatusAtHeight confirmed(StatusAtHeight seen) {
            return new StatusAtHeight(
                    seen.blockHeight(),
                    seen.status().map(known -> new SignatureStatus(known.slot(), SignatureStatus.Finality.CONFIRMED, known.failure())));
        }
    },

    /** Messages are claimed without a lease. */
    OUTBOX_WITHOUT_LEASE {
        @Override
        Outbox outbox(Outbox outbox) {
            return altered(Outbox.class, outbox, (method, arguments, call) -> switch (method) {
                case "claim" -> ((Option<?>) call.make()).map(claimed -> (Delivery) claimed).peek(delivery -> {
                    if (!delivery.message().message().topic().startsWith("watch")) {
                        Option<LeaseLost> unused =
                                outbox.failed(delivery.lease(), "", delivery.message().recordedAt());
                    }
                });
                default -> call.make();
            });
        }
    },

    /** A message leaves the outbox before it is delivered. */
    DONE_BEFORE_DELIVERY {
        @Override
        Outbox outbox(Outbox outbox) {
            return altered(Outbox.class, outbox, (method, arguments, call) -> switch (method) {
                case "claim" -> ((Option<?>) call.make()).map(claimed -> (Delivery) claimed).peek(delivery -> {
                    if (!delivery.message().message().topic().startsWith("watch")) {
                        Option<LeaseLost> unused = outbox.done(delivery.lease());
                    }
                });
                case "done", "failed", "bury" -> Option.none();
                default -> call.make();
            });
        }
    },

    /** Messages are written after their commit. */
    MESSAGES_IN_A_SECOND_COMMIT {
        @Override
        Journal journal(Journal journal) {
            return splitting(
                    journal,
                    whole -> new Commit(whole.recordedAt(), whole.appends(), whole.rows(), whole.answer(), Array.empty()),
                    whole -> new Commit(whole.recordedAt(), Array.empty(), Array.empty(), Option.none(), whole.messages()));
        }
    },

    /** Rows are written after their events. */
    ROWS_IN_A_SECOND_COMMIT {
        @Override
        Journal journal(Journal journal) {
            return splitting(
                    journal,
                    whole -> new Commit(whole.recordedAt(), whole.appends(), Array.empty(), whole.answer(), whole.messages()),
                    whole -> new Commit(whole.recordedAt(), Array.empty(), whole.rows(), Option.none(), Array.empty()));
        }
    },

    /** Journal and anchor are not compared. */
    ANCHOR_NOT_COMPARED {
        @Override
        AnchorStore anchor(AnchorStore anchor) {
            return altered(AnchorStore.class, anchor, (method, arguments, call) -> method.equals("read")
                    ? anchor.read().map(known -> new Anchor(known.journal(), known.origin(), Array.empty(), Option.none(), HashMap.empty(), Option.none()))
                    : call.make());
        }
    },

    /** An attempt is written as made before it is made, and its end is not looked at. */
    WEBHOOK_NEVER_RETRIED {
        @Override
        WebhookSender sender(WebhookSender sender) {
            return altered(WebhookSender.class, sender, (method, arguments, call) -> method.equals("send")
                    ? ((Option<?>) call.make()).map(sent -> taken((WebhookSender.Message) arguments[0]))
                    : call.make());
        }

        private static WebhookSender.Sent taken(WebhookSender.Message message) {
            return new WebhookSender.Sent(
                    new WebhookAttempt(message.at(), Option.some(200), 1, Option.none()), Option.none());
        }
    },

    /** Of events that wait for a receiver the newest goes first. */
    NEWEST_EVENT_FIRST {
        @Override
        Journal journal(Journal journal) {
            return altered(Journal.class, journal, (method, arguments, call) ->
                    method.equals("rows") && ((RowScan) arguments[0]).kind().equals("webhook-waiting")
                            ? reversed((Page<?>) call.make())
                            : call.make());
        }

        private static Page<?> reversed(Page<?> page) {
            return new Page<>(page.items().toArray().map(row -> (Row) row).reverse(), page.hasMore());
        }
    },

    /** After a loss of commits nothing is found of what was paid within limits. */
    LOST_USES_NOT_FOUND {
        @Override
        Chain node(Chain node) {
            return altered(Chain.class, node, (method, arguments, call) ->
                    method.equals("history") && arguments[2].equals(RECOUNTED_PAGE) ? Either.right(Option.some(Array.empty())) : call.make());
        }
    },

    /** The withdrawal of a durable nonce is acknowledged, and not recorded. */
    NONCE_WITHDRAWAL_FORGOTTEN {
        @Override
        TenantService service(TenantService service) {
            return altered(TenantService.class, service, (method, arguments, call) -> method.equals("nonces")
                    ? altered(NonceListing.class, service.nonces(), (of, what, made) -> of.equals("withdraw") ? Either.right(what[1]) : made.make())
                    : call.make());
        }
    },

    /** What a fork may take back counts as final. */
    CONFIRMED_COUNTS_AS_FINAL {
        @Override
        Chain node(Chain node) {
            return altered(Chain.class, node, (method, arguments, call) -> switch (method) {
                case "statuses" -> ((Either<?, ?>) call.make()).map(answer ->
                        ((Seq<?>) answer).map(status -> ((Option<?>) status).map(known -> finalized((SignatureStatus) known))));
                case "statusAtHeight" -> ((Either<?, ?>) call.make()).map(answer ->
                        answer instanceof StatusAtHeight(long height, Option<SignatureStatus> status)
                                ? new StatusAtHeight(height, status.map(known -> finalized(known)))
                                : answer);
                default -> call.make();
            });
        }

        private static SignatureStatus finalized(SignatureStatus status) {
            return new SignatureStatus(
                    status.slot(),
                    status.finality() == SignatureStatus.Finality.CONFIRMED ? SignatureStatus.Finality.FINALIZED : status.finality(),
                    status.failure());
        }
    },

    /** A mail that was refused for now counts as sent. */
    MAIL_NEVER_RETRIED {
        @Override
        MailTransport mail(MailTransport mail) {
            return message -> {
                var unused = mail.send(message);
                return Option.none();
            };
        }
    };

    /** So many transactions of a limit's history are read at once to count its uses again. No other history is read in such pages. */
    private static final Integer RECOUNTED_PAGE = 100;

    /** A call of a port that is about to be made. */
    interface Call {
        Object make() throws Throwable;
    }

    /** Makes a call, or something else. */
    interface Alteration {
        Object call(String method, Object[] arguments, Call call) throws Throwable;
    }

    TenantService service(TenantService service) {
        return service;
    }

    Journal journal(Journal journal) {
        return journal;
    }

    Outbox outbox(Outbox outbox) {
        return outbox;
    }

    Chain node(Chain node) {
        return node;
    }

    Chain network(Chain network) {
        return network;
    }

    AnchorStore anchor(AnchorStore anchor) {
        return anchor;
    }

    MailTransport mail(MailTransport mail) {
        return mail;
    }

    WebhookSender sender(WebhookSender sender) {
        return sender;
    }

    private static Journal splitting(Journal journal, UnaryOperator<Commit> first, UnaryOperator<Commit> second) {
        return altered(Journal.class, journal, (method, arguments, call) -> {
            if (!method.equals("commit")) {
                return call.make();
            }
            Commit whole = (Commit) arguments[0];
            return journal.commit(first.apply(whole)).peek(done -> {
                var unused = journal.commit(second.apply(whole));
            });
        });
    }

    private static <T> T altered(Class<T> port, T target, Alteration alteration) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, arguments) ->
                alteration.call(method.getName(), arguments, () -> {
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                })));
    }
}
