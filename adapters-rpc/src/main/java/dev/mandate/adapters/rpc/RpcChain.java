package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.ChangeNotices;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.LandingHint;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.spi.chain.MissingMethod;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.spi.chain.SourceHealth;
import dev.mandate.ports.spi.chain.StatusAtHeight;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A network as its nodes show it over JSON-RPC.
 *
 * <p>It reads at commitment {@code confirmed}, never older than what it has read before ({@code minContextSlot}). The block height, by which
 * transactions expire, is that of {@code finalized} blocks; a node is believed that a signature is missing only if its own height has reached
 * the last one that was answered here. A transaction is handed to one node, once, without preflight and without the node's retries: whatever
 * the node answers, what became of it is for {@link #statuses} to say.
 *
 * <p>Source: the RPC documentation of Agave (docs.anza.xyz, solana.com/docs/rpc).
 */
public final class RpcChain implements Chain {

    private static final Address CLOCK = Address.of("SysvarC1ock11111111111111111111111111111111");
    /** In the Clock sysvar: slot, start of the epoch, epoch, next leader schedule, and then the time. */
    private static final int UNIX_TIMESTAMP_OFFSET = 32;

    private static final int MAX_ACCOUNTS = 100;
    private static final int MAX_STATUSES = 256;
    private static final int MAX_PRICED_ACCOUNTS = 128;
    /** What {@code getProgramAccounts} takes at most. */
    private static final int MAX_FILTERS = 4;

    /** No blockhash lives as long as this: 150 blocks today. */
    private static final long LONGEST_LIFE_BLOCKS = 10_000;

    private static final int SENDS_BITS = 10;
    private static final Duration SLOT_LIFE = Duration.ofMinutes(1);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

    private final Network network;
    private final RpcClient client;
    private final LandingNotices notices;
    private final HttpClient http;
    private final RpcSettings settings;
    private final Mark mark;
    private final HeightMark height;
    /** How often each of the last transactions was sent again. */
    private final BoundedCache<Signature, Integer> sends = new BoundedCache<>(SENDS_BITS);
    /** None where this is one of them itself. */
    private final Array<Source> sources;
    private final int agreement;
    private final Clock clock;
    private final Pause pause;
    /** Where the nodes have to agree on accounts. */
    private final Option<AgreedAccounts> agreed;
    /** What each node lacked when it was last checked, by its name. */
    private final AtomicReference<Map<String, Seq<MissingMethod>>> missing;

    /** One node, as a chain of its own. */
    private record Source(String name, Array<RpcNode> urls, RpcChain chain) {

        boolean isLeftAlone() {
            return urls.forAll(RpcNode::isLeftAlone);
        }
    }

    /** The network of {@code settings}. Nothing is asked before the first call. */
    public RpcChain(RpcSettings settings) {
        this(settings, NodeListener.NONE);
    }

    /** The same, with a listener that hears of each request to a node. */
    public RpcChain(RpcSettings settings, NodeListener listener) {
        this(settings, listener, HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .build());
    }

    /** By another HTTP client, for tests. */
    RpcChain(RpcSettings settings, HttpClient http) {
        this(settings, NodeListener.NONE, http);
    }

    private RpcChain(RpcSettings settings, NodeListener listener, HttpClient http) {
        this.network = settings.network();
        this.client = new RpcClient(settings, http, listener);
        this.notices = new LandingNotices(http, settings);
        this.http = http;
        this.settings = settings;
        Array<Array<RpcNode>> nodes = client.nodes()
                .map(RpcNode::name)
                .distinct()
                .map(name -> client.nodes().filter(node -> node.name().equals(name)));
        NodeTips tips = new NodeTips(nodes.map(client::only), settings.clock());
        this.mark = new Mark(settings.clock(), SLOT_LIFE, tips, Tip::slot);
        this.height = new HeightMark(settings.clock(), tips, mark);
        this.sources = nodes.map(urls -> new Source(urls.head().name(), urls, new RpcChain(client.only(urls), notices, http, settings, tips)));
        this.agreement = settings.agreement();
        this.agreed = Option.none();
        this.pause = settings.pause();
        this.clock = settings.clock();
        this.missing = new AtomicReference<>(HashMap.empty());
    }

    private RpcChain(RpcClient client, LandingNotices notices, HttpClient http, RpcSettings settings, NodeTips tips) {
        this.network = settings.network();
        this.client = client;
        this.notices = notices;
        this.http = http;
        this.settings = settings;
        this.mark = new Mark(settings.clock(), SLOT_LIFE, tips, Tip::slot);
        this.height = new HeightMark(settings.clock(), tips, mark);
        this.sources = Array.empty();
        this.agreement = 1;
        this.agreed = Option.none();
        this.pause = settings.pause();
        this.clock = settings.clock();
        this.missing = new AtomicReference<>(HashMap.empty());
    }

    /** The same chain, whose nodes have to agree on accounts. */
    private RpcChain(RpcChain chain) {
        this.network = chain.network;
        this.client = chain.client;
        this.notices = chain.notices;
        this.http = chain.http;
        this.settings = chain.settings;
        this.mark = chain.mark;
        this.height = chain.height;
        this.sources = chain.sources;
        this.agreement = chain.agreement;
        this.pause = chain.pause;
        this.clock = chain.clock;
        this.missing = chain.missing;
        this.agreed = Option.some(new AgreedAccounts(sources.map(Source::chain), agreement, clock, pause));
    }

    /** How far the nodes of {@code client} have come, if they are healthy. */
    static Either<ChainFault, Tip> tip(RpcClient client) {
        return client.readOnce(Array.of(health(), epochInfo("confirmed")), results -> {
            AnswerShape info = AnswerShape.of(results.get(1), "getEpochInfo");
            return new Tip(info.field("absoluteSlot").count(), info.field("blockHeight").count());
        });
    }

    /** Asks each node, all at once, for each method that this class calls. It takes as long as the slowest node, and has no effect on the chain. */
    public Array<NodeReport> check() {
        Array<NodeReport> reports = sources
                .map(source -> new BegunRead<>(() -> NodeCheck.of(source.name(), source.urls().head())))
                .map(BegunRead::get);
        missing.set(reports.toMap(NodeReport::node, NodeReport::missing));
        return reports;
    }

    @Override
    public Option<Network> network() {
        return Option.some(network);
    }

    @Override
    public Seq<SourceHealth> sourceHealth() {
        Map<String, Seq<MissingMethod>> lacks = missing.get();
        return sources
                .map(source -> Tuple.of(source.name(), new BegunRead<>(source.chain()::healthySlot)))
                .map(begun -> new SourceHealth(begun._1, begun._2.get(), lacks.getOrElse(begun._1, Array.empty())));
    }

    @Override
    public Seq<Chain> sources() {
        return sources.reject(Source::isLeftAlone).map(Source::chain);
    }

    @Override
    public int agreement() {
        return agreement;
    }

    @Override
    public Chain agreeing() {
        return agreement == 1 ? this : new RpcChain(this);
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> accounts(Seq<AccountQuery> queries) {
        return agreed.map(nodes -> nodes.read(queries)).getOrElse(() -> accounts(queries, 0));
    }

    /** The accounts at {@code slot} or later, and no earlier than what was read before. */
    Either<ChainFault, AccountsSnapshot> accounts(Seq<AccountQuery> queries, long slot) {
        long required = Math.max(slot, mark.required());
        return accounts(queries, required, base64At(required));
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> finalizedAccounts(Seq<AccountQuery> queries) {
        return accounts(queries, 0, JsonRpc.object().put("commitment", "finalized").put("encoding", "base64"));
    }

    private Either<ChainFault, AccountsSnapshot> accounts(Seq<AccountQuery> queries, long required, ObjectNode config) {
        Array<Array<Address>> parts = queries.isEmpty()
                ? Array.of(Array.empty())
                : queries.map(AccountQuery::address).distinct().toArray().grouped(MAX_ACCOUNTS - 1).map(Seq::toArray).toArray();
        return client.read(parts.map(part -> getMultipleAccounts(part.prepend(CLOCK), config)), results -> {
            Array<Contextual> answers = results.map(result -> contextual(result, "getMultipleAccounts", required));
            return snapshot(answers, queries, parts.zip(answers)
                    .flatMap(part -> found(part._1, part._2.value().items(part._1.size() + 1).tail())));
        });
    }

    /** Part by part: some nodes take no large batches. The parts may be of different slots, none before what was read before. */
    @Override
    public Either<ChainFault, Map<Address, AccountData>> glance(Seq<Address> addresses) {
        Either<ChainFault, Map<Address, AccountData>> all = Either.right(HashMap.empty());
        for (Seq<Address> part : addresses.distinct().grouped(MAX_ACCOUNTS)) {
            all = all.flatMap(known -> glanceAtPart(part.toArray()).map(known::merge));
        }
        return all;
    }

    private Either<ChainFault, Map<Address, AccountData>> glanceAtPart(Array<Address> addresses) {
        long required = mark.required();
        return client.read(Array.of(getMultipleAccounts(addresses, base64At(required))), results -> {
            Contextual answer = contextual(results.head(), "getMultipleAccounts", required);
            Map<Address, AccountData> accounts = found(addresses, answer.value().items(addresses.size()));
            mark.reached(answer.slot());
            return accounts;
        });
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> ownedAccounts(Address owner, Seq<DataMatch> matches) {
        long required = mark.required();
        RpcCall search = TokenProgram.at(owner)
                .flatMap(program -> holder(matches))
                .map(holder -> new RpcCall(
                        "getTokenAccountsByOwner",
                        JsonRpc.array().add(holder.toString()).add(JsonRpc.object().put("programId", owner.toString())).add(base64At(required))))
                .getOrElse(() -> new RpcCall("getProgramAccounts", JsonRpc.array().add(owner.toString()).add(filtered(matches, required))));
        return client.read(Array.of(multipleAccounts(Array.empty(), required), search), results -> {
            Contextual clock = contextual(results.get(0), "getMultipleAccounts", required);
            Contextual accounts = contextual(results.get(1), search.method(), required);
            Array<Tuple2<Address, AccountData>> found = accounts.value().items().map(item -> {
                AccountData account = account(item.field("account"));
                if (!account.owner().equals(owner) || !matches.forAll(match -> match.isIn(account.data()))) {
                    throw item.wrong("is not what was searched for");
                }
                return Tuple.of(item.field("pubkey").address(), account);
            });
            return snapshot(Array.of(clock, accounts), found.map(each -> AccountQuery.ownedBy(each._1, owner)), found);
        });
    }

    /** The owner of the token accounts that are searched for, if nothing else is asked of them. */
    private static Option<Address> holder(Seq<DataMatch> matches) {
        return matches.headOption()
                .filter(match -> matches.size() == 1 && match.offset() == Bytes32.LENGTH && match.bytes().length() == Bytes32.LENGTH)
                .map(match -> Address.of(match.bytes(), 0));
    }

    @Override
    public Either<ChainFault, LatestBlockhash> latestBlockhash() {
        long required = mark.required();
        RpcCall latest = new RpcCall("getLatestBlockhash", JsonRpc.array().add(at(required)));
        return client.read(Array.of(latest, epochInfo("finalized")), results -> {
            Contextual answer = contextual(results.head(), "getLatestBlockhash", required);
            HeightMark.Reading finalized = height(results.get(1));
            AnswerShape last = answer.value().field("lastValidBlockHeight");
            if (last.count() < finalized.height() || last.count() - finalized.height() > LONGEST_LIFE_BLOCKS) {
                throw last.wrong("is far from the block height");
            }
            height.requirePlausible(finalized);
            mark.reached(answer.slot());
            return new LatestBlockhash(
                    answer.value().field("blockhash").blockhash(),
                    finalized.height(),
                    last.count(),
                    // The slot before may have no block; the last finalized one has, and is old enough.
                    Math.min(finalized.slot(), Math.max(answer.slot() - 1, 0)));
        });
    }

    @Override
    public Either<ChainFault, BlockhashStatus> blockhashStatus(Blockhash blockhash) {
        long required = mark.required();
        return client.read(
                call("isBlockhashValid", JsonRpc.array().add(blockhash.toString()).add(at(required))),
                results -> {
                    Contextual answer = contextual(results.head(), "isBlockhashValid", required);
                    // The end of its life is read after this: of a node that is behind this one, it would be told too early.
                    mark.reached(answer.slot());
                    return answer.value().bool() ? BlockhashStatus.VALID : BlockhashStatus.UNKNOWN;
                });
    }

    @Override
    public Either<ChainFault, Long> healthySlot() {
        return client.readOnce(Array.of(health(), epochInfo("confirmed")), results -> {
            long slot = AnswerShape.of(results.get(1), "getEpochInfo").field("absoluteSlot").count();
            if (slot < mark.required()) {
                throw new StaleAnswerException("is behind what was answered before");
            }
            mark.reached(slot);
            return slot;
        });
    }

    @Override
    public Either<ChainFault, Long> blockHeight() {
        return client.read(Array.of(epochInfo("finalized")), results -> {
            HeightMark.Reading reading = height(results.head());
            reached(reading);
            return reading.height();
        });
    }

    /** Notes a height that is answered; none is smaller than the one before. */
    private void reached(HeightMark.Reading reading) {
        height.require(reading);
        height.reached(reading);
    }

    private static HeightMark.Reading height(JsonNode epochInfo) {
        AnswerShape info = AnswerShape.of(epochInfo, "getEpochInfo");
        long slot = info.field("absoluteSlot").count();
        long height = info.field("blockHeight").count();
        if (height > slot) {
            throw info.wrong("has more blocks than slots");
        }
        return new HeightMark.Reading(height, slot);
    }

    @Override
    public Either<ChainFault, BaseUnits> rentExemptMinimum(int dataLength) {
        return client.read(
                call("getMinimumBalanceForRentExemption", JsonRpc.array().add(dataLength).add(JsonRpc.object().put("commitment", "confirmed"))),
                results -> AnswerShape.of(results.head(), "getMinimumBalanceForRentExemption").amount());
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> fees(Seq<Bytes> messages) {
        if (messages.isEmpty()) {
            return Either.right(Array.empty());
        }
        long required = mark.required();
        return client.read(
                        messages.toArray().map(message ->
                                new RpcCall("getFeeForMessage", JsonRpc.array().add(base64(message)).add(at(required)))),
                        results -> results.map(result -> contextual(result, "getFeeForMessage", required).value().nullable().map(AnswerShape::amount)))
                .flatMap(fees -> fees.exists(Option::isEmpty)
                        ? Either.left(new ChainFault.BadAnswer("no fee: the message's blockhash is not known"))
                        : Either.right(fees.map(Option::get)));
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> recentUnitPrices(Seq<Address> writable) {
        ArrayNode texts = JsonRpc.array();
        writable.take(MAX_PRICED_ACCOUNTS).forEach(address -> texts.add(address.toString()));
        return client.read(
                call("getRecentPrioritizationFees", JsonRpc.array().add(texts)),
                results -> AnswerShape.of(results.head(), "getRecentPrioritizationFees")
                        .items()
                        .map(block -> block.field("prioritizationFee").amount()));
    }

    @Override
    public Either<ChainFault, Simulation> simulate(Bytes transaction) {
        long required = mark.required();
        ObjectNode config = base64At(required).put("sigVerify", false).put("replaceRecentBlockhash", false);
        return client.read(call("simulateTransaction", JsonRpc.array().add(base64(transaction)).add(config)), results -> {
            AnswerShape value = contextual(results.head(), "simulateTransaction", required).value();
            return new Simulation(
                    FailureReader.err(value),
                    value.optional("unitsConsumed").map(AnswerShape::count).getOrElse(0L),
                    value.optional("loadedAccountsDataSize").map(AnswerShape::count),
                    value.optional("logs").map(logs -> logs.items().map(AnswerShape::text)).getOrElse(Array::empty));
        });
    }

    @Override
    public Either<ChainFault, SendOutcome> send(Bytes transaction) {
        ObjectNode config = JsonRpc.object().put("encoding", "base64").put("skipPreflight", true).put("maxRetries", 0);
        return WireTransaction.parse(transaction)
                .<ChainFault>mapLeft(problem -> new ChainFault.BadAnswer("no transaction was given: " + problem))
                .map(signed -> signed.signatures().head())
                .flatMap(id -> client.write(
                        new RpcCall("sendTransaction", JsonRpc.array().add(base64(transaction)).add(config)), turn(id), result -> {
                            AnswerShape answer = AnswerShape.of(result, "sendTransaction");
                            if (!answer.signature().equals(id)) {
                                throw answer.wrong("is the signature of another transaction");
                            }
                            return new SendOutcome.Accepted(id);
                        }));
    }

    /** A node that accepts and forgets must not get the same bytes for ever. */
    private int turn(Signature id) {
        return sends.keep(id, sends.find(id).map(last -> last + 1).getOrElse(0));
    }

    @Override
    public Either<ChainFault, Seq<Option<SignatureStatus>>> statuses(Seq<Signature> signatures) {
        return signatures.isEmpty() ? Either.right(Array.empty()) : statusesAtHeight(signatures, reading -> {}).map(StatusesAtHeight::statuses);
    }

    @Override
    public Either<ChainFault, StatusAtHeight> statusAtHeight(Signature signature) {
        return statusesAtHeight(Array.of(signature), this::reached).map(found -> new StatusAtHeight(found.height(), found.statuses().head()));
    }

    private record StatusesAtHeight(long height, Array<Option<SignatureStatus>> statuses) {}

    private Either<ChainFault, StatusesAtHeight> statusesAtHeight(Seq<Signature> signatures, Consumer<HeightMark.Reading> onReading) {
        Array<Array<Signature>> parts = signatures.toArray().grouped(MAX_STATUSES).map(Seq::toArray).toArray();
        long required = mark.required();
        return client.read(parts.map(RpcChain::signatureStatuses).prepend(epochInfo("finalized")), results -> {
            HeightMark.Reading reading = height(results.head());
            Array<Option<SignatureStatus>> statuses = parts.zip(results.tail())
                    .flatMap(part -> statuses(part._2, part._1.size(), reading.slot()));
            long slot = results.tail().map(RpcChain::slot).min().get();
            if (statuses.exists(Option::isEmpty)) {
                height.require(reading);
                if (slot < required) {
                    throw new StaleAnswerException("has not come to the slot of accounts that were read before");
                }
            }
            if (reading.slot() > slot) {
                throw new MalformedAnswerException("getSignatureStatuses.context.slot is before the last finalized slot");
            }
            onReading.accept(reading);
            return new StatusesAtHeight(reading.height(), statuses);
        });
    }

    @Override
    public LandingHint landingHint(Signature signature) {
        return notices.listen(signature);
    }

    @Override
    public ChangeNotices changeNotices() {
        return new AccountNotices(http, settings);
    }

    @Override
    public <T> Supplier<T> begin(Supplier<T> read) {
        return new BegunRead<>(read);
    }

    private static long slot(JsonNode contextual) {
        return contextual(contextual, "getSignatureStatuses", 0).slot();
    }

    private static RpcCall signatureStatuses(Seq<Signature> signatures) {
        ArrayNode texts = JsonRpc.array();
        signatures.forEach(signature -> texts.add(signature.toString()));
        return new RpcCall("getSignatureStatuses", JsonRpc.array().add(texts).add(JsonRpc.object().put("searchTransactionHistory", true)));
    }

    /** @param finalized a slot that is final */
    private Array<Option<SignatureStatus>> statuses(JsonNode result, int count, long finalized) {
        Contextual answer = contextual(result, "getSignatureStatuses", height.slot());
        return answer.value().items(count).map(item -> item.nullable().map(status -> status(status, finalized)));
    }

    /** A node may tell no commitment. Then what is in a final slot is final. */
    private static SignatureStatus status(AnswerShape status, long finalized) {
        long slot = status.field("slot").count();
        return new SignatureStatus(
                slot,
                status.optional("confirmationStatus")
                        .map(RpcChain::finality)
                        .getOrElse(() -> slot <= finalized ? Finality.FINALIZED : Finality.PROCESSED),
                FailureReader.err(status));
    }

    private static Finality finality(AnswerShape status) {
        return switch (status.text()) {
            case "processed" -> Finality.PROCESSED;
            case "confirmed" -> Finality.CONFIRMED;
            case "finalized" -> Finality.FINALIZED;
            default -> throw status.wrong("is no commitment");
        };
    }

    @Override
    public Either<ChainFault, Option<Seq<LandedSignature>>> history(
            Address address, Option<Signature> before, int limit) {
        if (limit < 1 || limit > MAX_HISTORY) {
            throw new IllegalArgumentException("a history of 1 to " + MAX_HISTORY + " transactions, not " + limit);
        }
        return wholeHistory(address, before, limit).flatMap(found -> found.isDefined()
                ? Either.right(found)
                // Another node may be ahead of this one, or remember longer.
                : sources.toStream()
                        .map(source -> source.chain().history(address, before, limit))
                        .find(elsewhere -> elsewhere.fold(ChainFault.BudgetExceeded.class::isInstance, Option::isDefined))
                        .getOrElse(() -> Either.right(Option.none())));
    }

    /** Nodes may answer fewer than they are asked for: the history has ended where a page is empty. */
    private Either<ChainFault, Option<Seq<LandedSignature>>> wholeHistory(Address address, Option<Signature> before, int limit) {
        return historyPage(address, before, limit).flatMap(page -> page.isEmpty() || page.get().isEmpty() || page.get().size() == limit
                ? Either.right(page)
                : wholeHistory(address, page.get().lastOption().map(LandedSignature::signature), limit - page.get().size())
                        .flatMap(rest -> rest.toEither(() -> new ChainFault.BadAnswer("a node does not know what it listed")))
                        .map(rest -> Option.some(page.get().appendAll(rest))));
    }

    private Either<ChainFault, Option<Seq<LandedSignature>>> historyPage(Address address, Option<Signature> before, int limit) {
        ObjectNode config = at(Math.max(mark.required(), height.slot())).put("limit", limit);
        before.forEach(signature -> config.put("before", signature.toString()));
        RpcCall history = new RpcCall("getSignaturesForAddress", JsonRpc.array().add(address.toString()).add(config));
        Array<RpcCall> calls = before.map(signature -> Array.of(history, signatureStatuses(Array.of(signature)))).getOrElse(Array.of(history));
        return client.read(calls, results -> {
            boolean known = !results.head().isNull()
                    && results.tail().forAll(status -> statuses(status, 1, height.slot()).head().isDefined());
            return Option.when(known, () -> landedSignatures(AnswerShape.of(results.head(), "getSignaturesForAddress"), limit));
        });
    }

    private static Seq<LandedSignature> landedSignatures(AnswerShape answer, int limit) {
        Array<LandedSignature> landed = answer.items().map(item -> {
            if (item.optional("confirmationStatus").exists(status -> finality(status) == Finality.PROCESSED)) {
                throw item.wrong("is not confirmed");
            }
            return new LandedSignature(
                    item.field("signature").signature(), item.field("slot").count(), LandedReader.time(item), FailureReader.err(item));
        });
        boolean newestFirst = landed.isEmpty() || landed.zip(landed.tail()).forAll(pair -> pair._1.slot() >= pair._2.slot());
        if (landed.size() > limit || !newestFirst) {
            throw answer.wrong("is longer than asked for, or not newest first");
        }
        return landed;
    }

    @Override
    public Either<ChainFault, Option<LandedTransaction>> landed(Signature signature) {
        return landed(Array.of(signature)).map(Array::head);
    }

    @Override
    public Either<ChainFault, Array<Option<LandedTransaction>>> landed(Seq<Signature> signatures) {
        ObjectNode config = JsonRpc.object()
                .put("encoding", "base64")
                .put("commitment", "confirmed")
                .put("maxSupportedTransactionVersion", 1);
        return client.read(
                signatures.toArray().map(signature ->
                        new RpcCall("getTransaction", JsonRpc.array().add(signature.toString()).add(config))),
                results -> signatures.toArray().zip(results).map(each ->
                        AnswerShape.of(each._2, "getTransaction").nullable().map(answer -> LandedReader.read(each._1, answer))));
    }

    private record Contextual(long slot, AnswerShape value) {}

    /** An answer with the slot at which it was made, which is no older than {@code required}. */
    private static Contextual contextual(JsonNode result, String method, long required) {
        AnswerShape answer = AnswerShape.of(result, method);
        long slot = answer.field("context").field("slot").count();
        if (slot < required) {
            throw new StaleAnswerException(method + " is behind what was answered before");
        }
        return new Contextual(slot, answer.field("value"));
    }

    /** @param answers that must be of one slot; the first is of accounts, the Clock before all others */
    private AccountsSnapshot snapshot(
            Array<Contextual> answers, Seq<AccountQuery> queries, Seq<Tuple2<Address, AccountData>> accounts) {
        Contextual first = answers.head();
        if (answers.exists(answer -> answer.slot() != first.slot())) {
            throw new StaleAnswerException("answered for different slots");
        }
        AnswerShape clock = first.value().first();
        Bytes data = account(clock).data();
        if (data.length() < UNIX_TIMESTAMP_OFFSET + Long.BYTES) {
            throw clock.wrong("is no Clock");
        }
        mark.reached(first.slot());
        return AccountsSnapshot.of(
                first.slot(), new UnixTime(data.longAt(UNIX_TIMESTAMP_OFFSET)), queries, HashMap.ofEntries(accounts));
    }

    private static Map<Address, AccountData> found(Array<Address> addresses, Array<AnswerShape> values) {
        return addresses.zip(values)
                .flatMap(each -> each._2.nullable().map(value -> Tuple.of(each._1, account(value))))
                .toMap(each -> each);
    }

    private static AccountData account(AnswerShape account) {
        return new AccountData(
                account.field("lamports").amount(),
                account.field("owner").address(),
                account.field("data").base64(),
                account.field("executable").bool());
    }

    private static Array<RpcCall> call(String method, ArrayNode params) {
        return Array.of(new RpcCall(method, params));
    }

    private static RpcCall health() {
        return new RpcCall("getHealth", JsonRpc.array());
    }

    private static RpcCall epochInfo(String commitment) {
        return new RpcCall("getEpochInfo", JsonRpc.array().add(JsonRpc.object().put("commitment", commitment)));
    }

    /** The Clock, and then the accounts at {@code addresses}. */
    private static RpcCall multipleAccounts(Seq<Address> addresses, long required) {
        return getMultipleAccounts(addresses.prepend(CLOCK), base64At(required));
    }

    private static RpcCall getMultipleAccounts(Seq<Address> addresses, ObjectNode config) {
        ArrayNode texts = JsonRpc.array();
        addresses.forEach(address -> texts.add(address.toString()));
        return new RpcCall("getMultipleAccounts", JsonRpc.array().add(texts).add(config));
    }

    private static ObjectNode filtered(Seq<DataMatch> matches, long required) {
        ObjectNode config = base64At(required).put("withContext", true);
        ArrayNode filters = config.putArray("filters");
        matches.take(MAX_FILTERS).forEach(match -> filters.addObject()
                .putObject("memcmp")
                .put("offset", match.offset())
                .put("bytes", base64(match.bytes()))
                .put("encoding", "base64"));
        return config;
    }

    private static ObjectNode at(long required) {
        ObjectNode config = JsonRpc.object().put("commitment", "confirmed");
        return required > 0 ? config.put("minContextSlot", required) : config;
    }

    private static ObjectNode base64At(long required) {
        return at(required).put("encoding", "base64");
    }

    private static String base64(Bytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.toArray());
    }
}
