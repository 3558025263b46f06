package encore.kernel.people.signin;

import encore.kernel.Command;

/** Commands about sign-ins with emails that nobody has. */
public sealed interface StrangersCommand<R> extends Command<R> {

    /** Records a refused sign-in. It takes the work that a person's refused sign-in takes. */
    record RefuseStranger(StrangersId strangers) implements StrangersCommand<StrangersId> {
        @Override
        public StrangersId stream() {
            return strangers;
        }
    }
}
