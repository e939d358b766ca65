static class MyRules implements Decider<Option<SmartAccount>, Command, Event, Refusal> {
    @Override
    public Option<SmartAccount> initial() {
        return Option.none();
    }

    @Override
    public Either<Refusal, Seq<Event>> decide(Option<SmartAccount> account, Command command, UnixTime now) {
        return new SmartAccountRules().decide(account, command, now);
    }

    @Override
    public Option<SmartAccount> evolve(Option<SmartAccount> account, Event event) {
        return new SmartAccountRules().evolve(account, event);
    }

    static Array<Refusal> violations(SmartAccount account, Command command, UnixTime now) {
        return new SmartAccountRules().violations(account, command, now);
    }
}
