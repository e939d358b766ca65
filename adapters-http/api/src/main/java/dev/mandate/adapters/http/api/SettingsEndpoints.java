package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.codec.ListedSigner;
import dev.mandate.adapters.http.codec.WireShapes;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.ObjectReader.Presence;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.SettingsEdit;
import dev.mandate.ports.refusal.Failure;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Builders that change settings. */
final class SettingsEndpoints {

    private static final String V0 = "/api/v0/smart_account/transaction";
    private static final String SIGNERS = "smart_account_signers";

    /** All fields of a change. */
    private static final Array<String> FIELDS =
            Array.of("signers", SIGNERS, "threshold", "time_lock", "rent_collector", "admin_address");

    private final TenantEndpoints service;

    SettingsEndpoints(TenantEndpoints service) {
        this.service = service;
    }

    private static final String POLICY_SIGNER = "/api/v1/smart-accounts/{address}/policy-signer";

    Array<Endpoint> neutral() {
        return Array.of(
                service.build(Method.PATCH, "/api/v1/smart-accounts/{address}", at -> patch(at, Unknown.REFUSED)),
                service.build(Method.POST, POLICY_SIGNER, at -> policySigner(at, BuildRequest.AddPolicySigner::new))
                        .reading(Content.OPTIONAL_JSON),
                service.build(Method.DELETE, POLICY_SIGNER, at -> policySigner(at, BuildRequest.RemovePolicySigner::new))
                        .reading(Content.OPTIONAL_JSON),
                service.build(Method.POST, V0 + "/signers/add", at -> builder(at, SettingsEndpoints::added, BuilderCall.Choice.ADMIN)),
                service.build(Method.POST, V0 + "/signers/remove", at -> builder(
                        at, SettingsEndpoints::removed, BuilderCall.Choice.ADMIN, BuilderCall.Choice.LEAVERS_LIMITS)),
                service.build(Method.POST, V0 + "/threshold/update", at -> builder(
                        at, SettingsEndpoints::threshold, BuilderCall.Choice.ADMIN)));
    }

    /** Only the admin can make or take out the engine's voters, so no query says so. */
    private static Either<Failure, Answer> policySigner(TenantCall at, BiFunction<Address, BuildOptions, BuildRequest> request) {
        RequestReader reading = RequestReader.of(at, Unknown.REFUSED);
        Option<Address> account = reading.account();
        BuilderCall.Mode mode = reading.mode();
        BuilderFields fields = BuilderFields.read(reading.body(), BuilderFields.Required.NEITHER, Unknown.REFUSED);
        return reading.decide(() -> BuilderCall.answer(
                at,
                mode,
                BuilderCall.requireAdminAlone(at, account.get(), fields).map(alone -> request.apply(account.get(), fields.options()))));
    }

    /**
     * The changes that a body requests.
     *
     * @param listed the signers that it lists
     * @param edits the changes of all but the admin, with these signers. Call it only if the whole request could be read
     * @param admin the new admin; only the admin can request it
     */
    record RequestedSettings(
            Array<ListedSigner> listed, Function<Array<Signer>, Array<SettingsEdit>> edits, Option<AdminControl> admin) {

        static RequestedSettings of(Array<ListedSigner> listed, Function<Array<Signer>, SettingsEdit> edit) {
            return new RequestedSettings(listed, edit.andThen(Array::of), Option.none());
        }
    }

    /** Reads the fields of a change; each is optional. */
    static RequestedSettings wishes(ObjectReader in, Unknown unknown) {
        Option<Array<ListedSigner>> signers = signers(in, unknown);
        Array<SettingsEdit> edits = Array.<SettingsEdit>empty()
                .appendAll(in.optional("threshold", WireShapes.THRESHOLD).map(SettingsEdit.SetThreshold::new))
                .appendAll(in.optional("time_lock", WireShapes.TIME_LOCK).map(SettingsEdit.SetTimeLock::new));
        Option<Address> collector = in.optional("rent_collector", Shapes.ADDRESS);
        Array<SettingsEdit> all =
                switch (presence(in, unknown, "rent_collector")) {
                    case ABSENT -> edits;
                    case NULL -> edits.append(SettingsEdit.SetRentCollector.none());
                    case VALUE -> edits.append(new SettingsEdit.SetRentCollector(collector));
                };
        Option<Option<Address>> admin = in.optional("admin_address", WireShapes.ADMIN);
        Option<AdminControl> next =
                switch (isAllThatIsSaid(in, "admin_address") ? in.presence("admin_address") : presence(in, unknown, "admin_address")) {
                    case ABSENT -> Option.none();
                    case NULL -> Option.some(new AdminControl.None());
                    case VALUE ->
                        admin.map(given -> given.<AdminControl>map(AdminControl.HeldBy::new)
                                .getOrElse(AdminControl.None::new));
                };
        return new RequestedSettings(
                signers.getOrElse(Array.empty()),
                given -> signers.isEmpty() ? all : all.prepend(new SettingsEdit.ReplaceSigners(given)),
                next);
    }

    /** Returns whether the body has no other settings field. Then it must mean this one. */
    private static boolean isAllThatIsSaid(ObjectReader in, String name) {
        return FIELDS.forAll(field -> field.equals(name) || in.presence(field) == Presence.ABSENT);
    }

    /** The public SDK sends null for a missing field; other clients do not. The ignored field is reported. */
    private static Presence presence(ObjectReader in, Unknown unknown, String name) {
        Presence presence = in.presence(name);
        if (unknown instanceof Unknown.Ignored && presence == Presence.NULL) {
            in.passOver(name);
            return Presence.ABSENT;
        }
        return presence;
    }

    /** The public SDK names the field {@code signers}. If the list were ignored, signers to be removed would stay. */
    private static Option<Array<ListedSigner>> signers(ObjectReader in, Unknown unknown) {
        return switch (unknown) {
            case Unknown.Refused refused -> in.optional(SIGNERS, WireShapes.SIGNERS);
            case Unknown.Ignored ignored -> in.optionalAs(Array.of("signers", SIGNERS), WireShapes.GRID_SIGNERS);
        };
    }

    Either<Failure, Answer> patch(TenantCall at, Unknown unknown) {
        RequestReader reading = RequestReader.of(at, unknown);
        Option<Address> account = reading.account();
        BuilderCall.Mode mode = reading.mode(BuilderCall.Choice.ADMIN, BuilderCall.Choice.LEAVERS_LIMITS);
        RequestedSettings wishes = wishes(reading.body(), unknown);
        BuilderFields fields = BuilderFields.read(reading.body(), BuilderFields.Required.NEITHER, unknown);
        if (unknown instanceof Unknown.Ignored && reading.body().presence("signers") == Presence.VALUE) {
            reading.renames(SIGNERS, "signers");
        }
        return reading.decide(() -> BuilderCall.answer(
                at,
                mode,
                at.withSigners(
                        wishes.listed(),
                        signers -> change(at, account.get(), mode, wishes.edits().apply(signers), wishes.admin(), fields),
                        asked -> BuilderCall.judged(at, mode, asked))));
    }

    /** With an admin, {@code admin=true} sets the next admin. Without an admin, no admin is no change, and the engine refuses to add one. */
    private static Either<Failure, BuildRequest> change(
            TenantCall at,
            Address account,
            BuilderCall.Mode mode,
            Array<SettingsEdit> edits,
            Option<AdminControl> admin,
            BuilderFields fields) {
        return admin.isEmpty()
                ? settings(at, account, mode, edits, fields)
                : at.account(account).flatMap(view -> {
                    AdminControl next = admin.get();
                    boolean handsOver = view.settings().admin() instanceof AdminControl.HeldBy
                            ? mode.admin()
                            : next instanceof AdminControl.HeldBy;
                    return handsOver
                            ? BuilderCall.authority(at, account, mode, fields)
                                    .map(authority -> new BuildRequest.HandOverAdmin(
                                            account, edits, mode.leaversLimits(), next, fields.options()))
                            : settings(at, account, mode, edits, fields);
                });
    }

    private static Either<Failure, BuildRequest> settings(
            TenantCall at, Address account, BuilderCall.Mode mode, Array<SettingsEdit> edits, BuilderFields fields) {
        return BuilderCall.authority(at, account, mode, fields)
                .map(authority -> new BuildRequest.ChangeSettings(
                        account, edits, authority, mode.leaversLimits(), fields.options()));
    }

    /** Reads the fields of one builder besides account, fee and signers. */
    private interface Edit {
        RequestedSettings read(RequestReader reading);
    }

    private static Either<Failure, Answer> builder(TenantCall at, Edit read, BuilderCall.Choice... choices) {
        RequestReader reading = RequestReader.of(at, Unknown.REFUSED);
        BuilderCall.Mode mode = reading.mode(choices);
        Option<Address> account = reading.accountInBody();
        RequestedSettings wishes = read.read(reading);
        BuilderFields fields = BuilderFields.read(reading.body(), BuilderFields.Required.BOTH, Unknown.REFUSED);
        return reading.decide(() -> BuilderCall.answer(
                at,
                mode,
                at.withSigners(
                        wishes.listed(),
                        signers -> settings(at, account.get(), mode, wishes.edits().apply(signers), fields),
                        asked -> BuilderCall.judged(at, mode, asked))));
    }

    private static RequestedSettings added(RequestReader reading) {
        ObjectReader in = reading.body();
        Option<Array<ListedSigner>> signers = in.required(SIGNERS, WireShapes.SIGNERS);
        if (signers.exists(Array::isEmpty)) {
            in.reject(SIGNERS, ServerCode.EMPTY_LIST, "smart_account_signers must name at least one.");
        }
        return RequestedSettings.of(signers.getOrElse(Array.empty()), SettingsEdit.AddSigners::new);
    }

    /** A problem with the remaining settings is reported at the signer to be removed. */
    private static RequestedSettings removed(RequestReader reading) {
        reading.renames(SIGNERS, "signer_address");
        reading.renames("threshold", "signer_address");
        Option<Address> signer = reading.body().required("signer_address", Shapes.ADDRESS);
        return RequestedSettings.of(Array.empty(), none -> new SettingsEdit.RemoveSigner(signer.get()));
    }

    private static RequestedSettings threshold(RequestReader reading) {
        Option<Threshold> threshold = reading.body().required("threshold", WireShapes.THRESHOLD);
        return RequestedSettings.of(Array.empty(), none -> new SettingsEdit.SetThreshold(threshold.get()));
    }
}
