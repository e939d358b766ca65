package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.error.ErrorCode;
import dev.mandate.adapters.http.error.Failure;
import dev.mandate.adapters.http.error.Problem;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.ObjectReader.Presence;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.adapters.http.refusal.BuildFailures;
import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.codec.WireShapes;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.SettingsEdit;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Builders that change settings. */
final class SettingsEndpoints {

    private static final String V0 = "/api/v0/smart_account/transaction";

    private final DeskEndpoints desk;

    SettingsEndpoints(DeskEndpoints desk) {
        this.desk = desk;
    }

    Vector<Endpoint> neutral() {
        return Vector.of(
                desk.build(Method.PATCH, "/api/v1/smart-accounts/{address}", at -> patch(at, Unknown.REFUSED)),
                desk.build(Method.POST, V0 + "/signers/add", at -> builder(at, SettingsEndpoints::added, Building.Choice.ADMIN)),
                desk.build(Method.POST, V0 + "/signers/remove", at -> builder(
                        at, SettingsEndpoints::removed, Building.Choice.ADMIN, Building.Choice.LEAVERS_LIMITS)),
                desk.build(Method.POST, V0 + "/threshold/update", at -> builder(
                        at, SettingsEndpoints::threshold, Building.Choice.ADMIN)));
    }

    /**
     * What a body wants changed.
     *
     * @param admin who is to be admin from now on, which the admin alone can say
     */
    record Wishes(Vector<SettingsEdit> edits, Option<AdminControl> admin) {}

    /** Reads the fields of a change, each of which may be missing. */
    static Wishes wishes(ObjectReader in, Unknown unknown) {
        Vector<SettingsEdit> edits = Vector.<SettingsEdit>empty()
                .appendAll(signers(in, unknown).map(SettingsEdit.ReplaceSigners::new))
                .appendAll(in.optional("threshold", WireShapes.THRESHOLD).map(SettingsEdit.SetThreshold::new))
                .appendAll(in.optional("time_lock", WireShapes.TIME_LOCK).map(SettingsEdit.SetTimeLock::new));
        Option<Address> collector = in.optional("rent_collector", Shapes.ADDRESS);
        Vector<SettingsEdit> all =
                switch (presence(in, unknown, "rent_collector")) {
                    case ABSENT -> edits;
                    case NULL -> edits.append(new SettingsEdit.SetRentCollector(Option.none()));
                    case VALUE -> edits.append(new SettingsEdit.SetRentCollector(collector));
                };
        Option<Option<Address>> admin = in.optional("admin_address", WireShapes.ADMIN);
        Option<AdminControl> next =
                switch (presence(in, unknown, "admin_address")) {
                    case ABSENT -> Option.none();
                    case NULL -> Option.some(new AdminControl.None());
                    case VALUE ->
                        admin.map(given -> given.<AdminControl>map(AdminControl.HeldBy::new)
                                .getOrElse(AdminControl.None::new));
                };
        return new Wishes(all, next);
    }

    /** The public SDK's null means that nothing is said, and nobody else's does. */
    private static Presence presence(ObjectReader in, Unknown unknown, String name) {
        Presence presence = in.presence(name);
        return unknown == Unknown.IGNORED && presence == Presence.NULL ? Presence.ABSENT : presence;
    }

    /** The public SDK says {@code signers}: a list that were passed over would leave in place whom it was to remove. */
    private static Option<Vector<Signer>> signers(ObjectReader in, Unknown unknown) {
        return switch (unknown) {
            case REFUSED -> in.optional("smart_account_signers", WireShapes.SIGNERS);
            case IGNORED -> in.optionalAs(Vector.of("signers", "smart_account_signers"), WireShapes.GRID_SIGNERS);
        };
    }

    Either<Failure, Answer> patch(DeskCall at, Unknown unknown) {
        return at.address("address").flatMap(account -> at.body(account).flatMap(body -> {
            ObjectReader in = ObjectReader.of(body, unknown);
            Building.Mode mode =
                    Building.mode(at.call().query(), Building.Choice.ADMIN, Building.Choice.LEAVERS_LIMITS);
            Wishes wishes = wishes(in, unknown);
            BuilderFields fields = BuilderFields.read(in, BuilderFields.Required.NEITHER, unknown);
            in.reject(at.call().query().problems());
            return in.finish(() -> wishes)
                    .mapLeft(wrong -> at.unlessUnknown(account, Failure.of(wrong)))
                    .flatMap(read -> Building.answer(at, mode, change(at, account, mode, read, fields)))
                    .map(answer -> answer.ignoring(in.ignored()));
        }));
    }

    private static Either<Failure, BuildRequest> change(
            DeskCall at, Address account, Building.Mode mode, Wishes wishes, BuilderFields fields) {
        return wishes.admin()
                .map(next -> handOver(at, account, mode, wishes.edits(), next, fields))
                .getOrElse(() -> settings(at, account, mode, wishes.edits(), fields));
    }

    /**
     * Where there is no admin the engine refuses to make one, and nobody as admin is no change. Where there is one, it takes admin=true,
     * as every change of settings does.
     */
    private static Either<Failure, BuildRequest> handOver(
            DeskCall at,
            Address account,
            Building.Mode mode,
            Vector<SettingsEdit> edits,
            AdminControl next,
            BuilderFields fields) {
        BuildRequest request =
                new BuildRequest.HandOverAdmin(account, edits, mode.leaversLimits(), next, fields.options());
        return at.account(account).flatMap(view -> switch (view.settings().admin()) {
            case AdminControl.None none when next instanceof AdminControl.None -> settings(at, account, mode, edits, fields);
            case AdminControl.None none -> Either.right(request);
            case AdminControl.HeldBy(Address admin) ->
                mode.admin()
                        ? Building.authority(at, account, mode, fields).map(authority -> request)
                        : Either.left(BuildFailures.of(new BuildRefusal.Forbidden(
                                new Refusal.SettingsStay(new SettingsRefusal.HeldByAdmin(admin)))));
        });
    }

    private static Either<Failure, BuildRequest> settings(
            DeskCall at, Address account, Building.Mode mode, Vector<SettingsEdit> edits, BuilderFields fields) {
        return Building.authority(at, account, mode, fields)
                .map(authority -> new BuildRequest.ChangeSettings(
                        account, edits, authority, mode.leaversLimits(), fields.options()));
    }

    /** What one of the builders reads beside account, fee and signers. */
    private interface Edits {
        Option<Vector<SettingsEdit>> read(ObjectReader in);
    }

    private record Input(Vector<SettingsEdit> edits, BuilderFields fields) {}

    private static Either<Failure, Answer> builder(DeskCall at, Edits edits, Building.Choice... choices) {
        return at.call().body().flatMap(body -> {
            ObjectReader in = ObjectReader.of(body, Unknown.REFUSED);
            Building.Mode mode = Building.mode(at.call().query(), choices);
            Option<Address> account = in.required("smart_account_address", Shapes.ADDRESS);
            Option<Vector<SettingsEdit>> read = edits.read(in);
            BuilderFields fields = BuilderFields.read(in, BuilderFields.Required.BOTH, Unknown.REFUSED);
            in.reject(at.call().query().problems());
            return in.finish(() -> new Input(read.get(), fields))
                    .mapLeft(wrong -> wrong(at, account, wrong))
                    .flatMap(input -> Building.answer(
                            at, mode, settings(at, account.get(), mode, input.edits(), input.fields())));
        });
    }

    /** What is wrong with a body that names the account itself. */
    static Failure wrong(DeskCall at, Option<Address> account, Vector<Problem> problems) {
        Failure failure = Failure.of(problems);
        return account.map(address -> at.unlessUnknown(address, failure)).getOrElse(failure);
    }

    private static Option<Vector<SettingsEdit>> added(ObjectReader in) {
        Option<Vector<Signer>> signers = in.required("smart_account_signers", WireShapes.SIGNERS);
        if (signers.exists(Vector::isEmpty)) {
            in.reject("smart_account_signers", ErrorCode.EMPTY_LIST, "smart_account_signers must name at least one.");
        }
        return signers.map(list -> Vector.of(new SettingsEdit.AddSigners(list)));
    }

    private static Option<Vector<SettingsEdit>> removed(ObjectReader in) {
        return in.required("signer_address", Shapes.ADDRESS).map(signer -> Vector.of(new SettingsEdit.RemoveSigner(signer)));
    }

    private static Option<Vector<SettingsEdit>> threshold(ObjectReader in) {
        Option<Threshold> threshold = in.required("threshold", WireShapes.THRESHOLD);
        return threshold.map(value -> Vector.of(new SettingsEdit.SetThreshold(value)));
    }
}
