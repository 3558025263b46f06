package encore.api.shows.scores;

import org.springframework.stereotype.Component;

/** Tells how many fans and guests are connected in a show. */
@Component
class ShowMembers {

    long of(long account, long pageTabId) {
        return 0;
    }
}
