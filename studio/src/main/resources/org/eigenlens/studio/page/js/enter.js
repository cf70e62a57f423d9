// Goes on to the page as a step of our own, and takes the token out of the history.
location.replace('/' + location.hash);
