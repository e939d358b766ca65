package dev.mandate.testkit.node.methods;

import static dev.mandate.testkit.node.methods.NodeView.known;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.simulator.chain.Receipt;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The subscriptions of a node's WebSocket. */
public final class RpcSubscriptions {

    private static final Set<String> NAMES = HashSet.of(
            "signatureSubscribe", "accountSubscribe", "programSubscribe", "logsSubscribe", "slotSubscribe", "rootSubscribe");

    private final NodeView view;
    private final AccountJson json;

    public RpcSubscriptions(NodeView view) {
        this.view = view;
        this.json = new AccountJson(view::account, AccountJson.TooLong.WRITTEN_AS_ERROR);
    }

    /** Returns the subscriptions that the node takes. */
    public static java.util.Set<String> names() {
        return NAMES.toJavaSet();
    }

    /** Begins a subscription, or returns the error to answer. */
    public Either<JsonNode, Subscription> open(String method, JsonNode values) {
        Params params = new Params(values);
        try {
            return Either.right(switch (method) {
                case "signatureSubscribe" -> signature(params.signature(0), level(params.config(1)));
                case "accountSubscribe" -> lasting(new Changes<>(
                        () -> view.account(params.address(0)), account -> Array.of(view.inContext(accountJson(account, params.config(1))))));
                case "programSubscribe" -> lasting(program(params.address(0), params.config(1)));
                case "logsSubscribe" -> lasting(logs(params.required(0)));
                case "slotSubscribe" -> lasting(new Changes<>(view::slot, slot -> Array.of(slot(slot))));
                case "rootSubscribe" -> lasting(new Changes<>(view::slot, slot -> Array.of(Json.number(slot))));
                default -> throw new NodeError(NodeError.METHOD_NOT_FOUND, "Method not found");
            });
        } catch (NodeError error) {
            return Either.left(error.json());
        }
    }

    private record Lasting(Supplier<Seq<JsonNode>> news) implements Subscription {
        @Override
        public Seq<JsonNode> due() {
            return news.get();
        }

        @Override
        public Duration duration() {
            return Duration.UNTIL_UNSUBSCRIBED;
        }
    }

    private record Once(Supplier<Seq<JsonNode>> news) implements Subscription {
        @Override
        public Seq<JsonNode> due() {
            return news.get();
        }

        @Override
        public Duration duration() {
            return Duration.UNTIL_THE_FIRST_NOTICE;
        }
    }

    private static Subscription lasting(Supplier<Seq<JsonNode>> news) {
        return new Lasting(news);
    }

    /** Something whose changes are noticed. */
    private static final class Changes<T> implements Supplier<Seq<JsonNode>> {

        private final Supplier<T> current;
        private final Function<T, Seq<JsonNode>> written;
        private T seen;

        Changes(Supplier<T> current, Function<T, Seq<JsonNode>> written) {
            this.current = current;
            this.written = written;
            this.seen = current.get();
        }

        @Override
        public Seq<JsonNode> get() {
            T now = current.get();
            if (now.equals(seen)) {
                return Array.empty();
            }
            seen = now;
            return written.apply(now);
        }
    }

    private static Finality level(JsonNode config) {
        return Params.option(config, "commitment")
                .map(name -> switch (name) {
                    case "processed" -> Finality.PROCESSED;
                    case "confirmed" -> Finality.CONFIRMED;
                    case "finalized" -> Finality.FINALIZED;
                    default -> throw NodeError.invalidParams("no commitment: " + name);
                })
                .getOrElse(Finality.FINALIZED);
    }

    private Subscription signature(Signature signature, Finality level) {
        return new Once(() -> known(view.chain().statuses(Array.of(signature)))
                .head()
                .filter(status -> shown(status).compareTo(level) >= 0)
                .map(status -> {
                    ObjectNode value = Json.object();
                    value.set("err", FailureJson.err(status.failure()));
                    return (JsonNode) NodeView.inContext(status.slot(), value);
                })
                .toArray());
    }

    private Finality shown(SignatureStatus status) {
        return view.confirmation() == Confirmation.HELD_BACK ? Finality.PROCESSED : status.finality();
    }

    private JsonNode accountJson(Option<AccountData> account, JsonNode config) {
        return json.of(account.getOrElse(AccountMethods.EMPTY), config, AccountJson.BINARY);
    }

    private Supplier<Seq<JsonNode>> program(Address program, JsonNode config) {
        return new Supplier<>() {
            private Map<Address, AccountData> seen = owned();

            private Map<Address, AccountData> owned() {
                return known(view.chain().ownedAccounts(program, Array.empty())).owned();
            }

            @Override
            public Seq<JsonNode> get() {
                Map<Address, AccountData> now = owned();
                Seq<JsonNode> changed = now.filter((address, account) -> !seen.get(address).contains(account))
                        .map(entry -> (JsonNode) view.inContext(
                                Json.object().put("pubkey", entry._1.toString()).set("account", json.of(entry._2, config, AccountJson.BINARY))))
                        .toArray();
                seen = now;
                return changed;
            }
        };
    }

    private static JsonNode slot(long slot) {
        return Json.object().put("parent", slot - 1).put("root", slot).put("slot", slot);
    }

    private Supplier<Seq<JsonNode>> logs(JsonNode filter) {
        JsonNode mentions = filter.path("mentions");
        if (mentions.size() != 1 && !filter.isString()) {
            throw NodeError.invalidParams("logsSubscribe takes \"all\", or one address in mentions");
        }
        Option<Address> mentioned = Option.when(!filter.isString(), () -> Params.address(mentions.get(0)));
        return new Supplier<>() {
            private long next = view.slot() + view.lag();

            @Override
            public Seq<JsonNode> get() {
                long first = next;
                Seq<LandedSignature> landed = mentioned
                        .map(address -> known(view.chain().history(address, Option.none(), Chain.MAX_HISTORY)).get())
                        .getOrElse(() -> view.ledger()
                                .landedSince(first)
                                .getOrElseThrow(() -> NodeError.invalidParams("this node's chain does not list all transactions")))
                        .takeWhile(one -> one.slot() >= first);
                next = landed.headOption().map(newest -> newest.slot() + 1).getOrElse(first);
                return landed.reverse().map(RpcSubscriptions.this::logs);
            }
        };
    }

    private JsonNode logs(LandedSignature landed) {
        ObjectNode value = Json.object().put("signature", landed.signature().toString());
        value.set("err", FailureJson.err(landed.failure()));
        value.set("logs", Json.texts(view.ledger().receipt(landed.signature()).map(Receipt::logs).getOrElse(Array::empty)));
        return NodeView.inContext(landed.slot(), value);
    }
}
