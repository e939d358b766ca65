package dev.mandate.ports.spi.workers;

/** Receives the events of workers. It is called on their threads, so it must return quickly. */
@FunctionalInterface
public interface WorkerListener {

    void heard(WorkerEvent event);

    /** Logs all events with the JDK's {@link System.Logger} named like this package, at their own level. */
    static WorkerListener logging() {
        System.Logger logger = System.getLogger(WorkerListener.class.getPackageName());
        return event -> logger.log(event.level(), event.text());
    }
}
