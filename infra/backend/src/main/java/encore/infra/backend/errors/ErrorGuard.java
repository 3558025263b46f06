package encore.infra.backend.errors;

import java.util.concurrent.atomic.AtomicBoolean;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoOperator;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Makes a stream fail when a later stage throws an {@code Error}. Reactor takes a {@code StackOverflowError}, for
 * example, for fatal: it does not pass it on, but throws it through all stages to the thread that brought the element.
 * There nobody knows the call, which would get no answer and no line in the log.
 *
 * <p>It stands where elements come from other threads (the backend, the bodies of requests, the frames of clients) and
 * around the whole call. An error that is caught at a source makes the whole call fail.
 */
public final class ErrorGuard {

    private ErrorGuard() {}

    public static <T> Mono<T> of(Mono<T> source) {
        return new MonoOperator<T, T>(source) {
            @Override
            public void subscribe(CoreSubscriber<? super T> actual) {
                Guard<T> guard = new Guard<>(actual);
                try {
                    source.subscribe(guard);
                } catch (Error e) {
                    guard.fail(e);
                }
            }
        };
    }

    public static <T> Flux<T> of(Flux<T> source) {
        return new FluxOperator<T, T>(source) {
            @Override
            public void subscribe(CoreSubscriber<? super T> actual) {
                Guard<T> guard = new Guard<>(actual);
                try {
                    source.subscribe(guard);
                } catch (Error e) {
                    guard.fail(e);
                }
            }
        };
    }

    /** Guards one subscription. Its fields but {@code done} are used by one thread after the other, as all signals are. */
    private static final class Guard<T> implements CoreSubscriber<T>, Subscription {

        /** The last guard before the subscriber: stages between it and this one may be unable to fail any more. */
        private static final Object LAST = Guard.class;

        private final CoreSubscriber<? super T> actual;
        private final Context context;
        private final AtomicBoolean done = new AtomicBoolean();
        private Subscription upstream = Operators.emptySubscription();
        private boolean subscribed;

        Guard(CoreSubscriber<? super T> actual) {
            this.actual = actual;
            Context given = actual.currentContext();
            this.context = given.hasKey(LAST) ? given : given.put(LAST, this);
        }

        @Override
        public Context currentContext() {
            return context;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            upstream = subscription;
            subscribed = true;
            actual.onSubscribe(this);
        }

        @Override
        public void request(long elements) {
            try {
                upstream.request(elements);
            } catch (Error e) {
                fail(e);
            }
        }

        @Override
        public void cancel() {
            upstream.cancel();
        }

        @Override
        public void onNext(T element) {
            if (done.get()) {
                Operators.onNextDropped(element, context);
                return;
            }
            try {
                actual.onNext(element);
            } catch (Error e) {
                fail(e);
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (done.compareAndSet(false, true)) {
                actual.onError(ThrownError.of(failure));
            } else {
                Operators.onErrorDropped(ThrownError.of(failure), context);
            }
        }

        @Override
        public void onComplete() {
            if (done.get()) {
                return;
            }
            try {
                actual.onComplete();
                done.set(true);
            } catch (Error e) {
                fail(e);
            }
        }

        private void fail(Error thrown) {
            Guard<?> last = context.get(LAST);
            last.failHere(thrown);
        }

        private void failHere(Error thrown) {
            upstream.cancel();
            if (!subscribed) {
                subscribed = true;
                actual.onSubscribe(Operators.emptySubscription());
            }
            onError(thrown);
        }
    }
}
